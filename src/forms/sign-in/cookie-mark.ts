/**
 * A parameter in the address of the request after a new cookie. Its value is the time at which the cookie was set.
 */
export const cookieMark = 'cookie-set'

/** `at` is the server's time in milliseconds. */
export function withCookieMark(path: string, at: number): string {
  const [page = '', hash] = path.split('#')
  const withMark = `${page}${page.includes('?') ? '&' : '?'}${cookieMark}=${at}`
  return hash === undefined ? withMark : `${withMark}#${hash}`
}
