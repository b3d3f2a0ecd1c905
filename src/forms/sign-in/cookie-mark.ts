/** Stands in the address of the request that follows a new cookie; its value is when the cookie was set. */
export const cookieMark = 'cookie-set'

/** `at` is the server's time in milliseconds. */
export function withCookieMark(path: string, at: number): string {
  const [page = '', hash] = path.split('#')
  const marked = `${page}${page.includes('?') ? '&' : '?'}${cookieMark}=${at}`
  return hash === undefined ? marked : `${marked}#${hash}`
}
