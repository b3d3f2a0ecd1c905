/** Stands in the address of the request that follows a new cookie; its value is when the cookie was set. */
export const cookieMark = 'cookie-set'

/** `at` is the server's time in milliseconds. */
export function withCookieMark(path: string, at: number): string {
  const [page = '', query = ''] = path.split('?')
  const marked = new URLSearchParams(query)
  marked.set(cookieMark, String(at))
  return `${page}?${marked}`
}
