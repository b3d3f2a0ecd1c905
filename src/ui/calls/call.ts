import type { Toast } from '#src/ui/toasts/toast.ts'

/** A response that is not ok, as an error: "409: " and the body, or the status text. */
export class CallError extends Error {
  constructor(
    readonly status: number,
    statusText: string,
    readonly body: string,
  ) {
    super(`${status}: ${body || statusText}`)
  }

  /** What the body says. */
  get reply(): Reply {
    try {
      return JSON.parse(this.body)
    } catch {
      return {}
    }
  }
}

/** The words for the person and the errors by field, when there are any. */
type Reply = { message?: string; errors?: Record<string, string> }

/** What the server said to a failed call; nothing when no answer came. */
export const replyOf = (error: unknown): Reply => (error instanceof CallError ? error.reply : {})

/** One call of the API: JSON out when there is a body, JSON back; throws `CallError` on any answer that is not ok. */
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
  if (!response.ok) throw new CallError(response.status, response.statusText, text)
  return JSON.parse(text) as T
}

/**
 * The toast for a failed call: `toastOf` gets the server's message, if there is one. When no answer came, a second line
 * says that what was typed is still here, unless the form is `blank`.
 */
export function failureToast(
  error: unknown,
  toastOf: (message?: string) => Toast,
  blank?: boolean,
): Toast {
  const toast = toastOf(replyOf(error).message)
  if (blank || error instanceof CallError) return toast
  return { ...toast, text: `${toast.text}\nNo connection. What you typed is still here.` }
}

/** Why a call failed in one sentence, for forms that say it in the page. */
export const failureMessage = (error: unknown): string =>
  error instanceof CallError
    ? (error.reply.message ?? 'That did not work. Please try again.')
    : 'No connection. Please try again.'
