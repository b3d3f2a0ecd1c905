import type { Toast } from '#src/ui/toasts/toast.ts'

/** Milliseconds; `upload` counts them from the last progress */
const waitsAtMost = 30_000

/** Bytes that a slow phone line sends in a millisecond. A signature has up to 200 KB, most other bodies 5 KB. */
const slowLine = 2

const freeBytes = 16_384

/** Returns the time limit of a call. `fetch` reports no progress, so a large body gets as long as a slow line needs. */
const timeFor = (body: string) => waitsAtMost + Math.max(0, body.length - freeBytes) / slowLine

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
    return objectIn(this.body) ?? {}
  }

  /** Tells whether a proxy, a firewall or a hotel's sign-in page answered in place of our server. */
  get isForeign(): boolean {
    return this.body !== '' && objectIn(this.body) === null
  }
}

type Reply = {
  message?: string
  errors?: Record<string, string>
  holder?: string
  /** The reply of a page's action. */
  reply?: { error?: Record<string, string[] | null> | undefined }
}

export const replyOf = (error: unknown): Reply => (error instanceof CallError ? error.reply : {})

/** Returns the status of a failed call, or 0 if no answer arrived. */
export const statusOf = (error: unknown): number => (error instanceof CallError ? error.status : 0)

/** Tells whether no useful answer arrived, which must not be reported as a wrong password or an invalid link. */
export const isOutage = (error: unknown): boolean =>
  statusOf(error) === 0 || (statusOf(error) >= 500 && !replyOf(error).message)

export type CallInit = Pick<RequestInit, 'credentials'>

/**
 * Makes a call. Throws `CallError` for any answer that is not ok or not JSON, and another error if no answer arrives in
 * 30 seconds; a large body gets more time.
 */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  init: CallInit = { credentials: 'include' },
): Promise<T> {
  const isJson = body !== undefined && !(body instanceof URLSearchParams)
  const content = isJson ? JSON.stringify(body) : (body ?? null)
  const response = await fetch(path, {
    ...init,
    method,
    headers: isJson ? { ...headers, 'Content-Type': 'application/json' } : headers,
    body: content,
    signal: AbortSignal.timeout(timeFor(content?.toString() ?? '')),
  })
  return answerIn<T>({
    status: response.status,
    statusText: response.statusText,
    text: await response.text(),
    code: response.headers.get('Refusal'),
  })
}

/** Posts a form with files. `onProgress` gets 0 to 1. Throws as `call` does, and after 30 seconds without progress. */
export function upload<T>(
  path: string,
  body: FormData,
  headers: Record<string, string> = {},
  onProgress: (part: number) => void = () => {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), waitsAtMost)
    }
    const fail = () => {
      clearTimeout(timer)
      reject(new Error('No answer came'))
    }
    request.upload.onprogress = ({ loaded, total }) => {
      wait()
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onprogress = wait
    request.onerror = fail
    request.onabort = fail
    request.onload = () => {
      clearTimeout(timer)
      const { status, statusText, responseText: text } = request
      const code = request.getResponseHeader('Refusal')
      try {
        resolve(answerIn<T>({ status, statusText, text, code }))
      } catch (error) {
        reject(error)
      }
    }
    request.open('POST', path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    wait()
    request.send(body)
  })
}

type Answered = { status: number; statusText: string; text: string; code: string | null }

function answerIn<T>({ status, statusText, text, code }: Answered): T {
  if (status < 200 || status > 299) throw new CallError(status, statusText, text, code)
  try {
    return JSON.parse(text) as T
  } catch {
    throw new CallError(status, statusText, text, code)
  }
}

function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/**
 * Returns the toast of a failure. If our server did not answer, a second line says why. The line about unsaved input is
 * left out for a `blank` form.
 */
export function failureToast(
  error: unknown,
  toastOf: (message?: string) => Toast,
  blank?: boolean,
): Toast {
  const toast = toastOf(replyOf(error).message)
  const line = error instanceof CallError ? foreignWords(error) : blank ? '' : unconnected
  if (!line) return toast
  return { ...toast, text: toast.text ? `${toast.text}\n${line}` : line }
}

const unconnected = 'No connection. What you typed is still here.'

function foreignWords(error: CallError): string {
  if (!error.isForeign) return ''
  if (error.status === 413) return 'The file is larger than the server accepts.'
  return `Something between you and our server answered instead (status ${error.status}).`
}

export const failureMessage = (error: unknown): string =>
  error instanceof CallError
    ? (error.reply.message ?? (foreignWords(error) || 'That did not work. Please try again.'))
    : 'No connection. Please try again.'
