/** A response that is not ok, as an error: "409: " and the body, or the status text. */
export class CallError extends Error {
  constructor(
    readonly status: number,
    statusText: string,
    readonly body: string,
  ) {
    super(`${status}: ${body || statusText}`)
  }

  /** The words for the person and the errors by field, when the body has them. */
  get reply(): { message?: string; errors?: Record<string, string> } {
    try {
      return JSON.parse(this.body)
    } catch {
      return {}
    }
  }
}

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
