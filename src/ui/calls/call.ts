import type { Toast } from '#src/ui/toasts/toast.ts'

export class CallError extends Error {
  constructor(
    readonly status: number,
    statusText: string,
    readonly body: string,
    readonly code: string | null,
  ) {
    super(`${status}: ${body || statusText}`)
  }

  get reply(): Reply {
    try {
      return JSON.parse(this.body)
    } catch {
      return {}
    }
  }
}

type Reply = { message?: string; errors?: Record<string, string>; holder?: string }

export const replyOf = (error: unknown): Reply => (error instanceof CallError ? error.reply : {})

/** Throws `CallError` on any response that is not ok. */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  init: Pick<RequestInit, 'credentials'> = { credentials: 'include' },
): Promise<T> {
  const response = await fetch(path, {
    ...init,
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const { ok, status, statusText } = response
  if (!ok) throw new CallError(status, statusText, text, response.headers.get('Refusal'))
  return JSON.parse(text) as T
}

/** Without a response a second line says that the typing is still here, unless the form is `blank`. */
export function failureToast(
  error: unknown,
  toastOf: (message?: string) => Toast,
  blank?: boolean,
): Toast {
  const toast = toastOf(replyOf(error).message)
  if (blank || error instanceof CallError) return toast
  return { ...toast, text: `${toast.text}\nNo connection. What you typed is still here.` }
}

export const failureMessage = (error: unknown): string =>
  error instanceof CallError
    ? (error.reply.message ?? 'That did not work. Please try again.')
    : 'No connection. Please try again.'
