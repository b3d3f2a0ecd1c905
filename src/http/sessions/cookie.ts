import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Ctx } from '#src/http/context.ts'

/** Creates a cookie that no script can read. Over HTTPS, its prefix makes browsers refuse it from any other host. */
export function secretCookie(name: string) {
  const isSecure = (c: Ctx) => c.var.deps.env.APP_URL.startsWith('https:')
  const nameOf = (c: Ctx) => (isSecure(c) ? `__Host-${name}` : name)
  return {
    read: (c: Ctx): string | null => getCookie(c, nameOf(c)) ?? null,
    /** `maxAge` is in seconds. Without it, the cookie ends with the browser session. */
    set(c: Ctx, secret: string, options: { maxAge?: number } = {}) {
      setCookie(c, nameOf(c), secret, {
        ...options,
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        secure: isSecure(c),
      })
    },
    remove(c: Ctx) {
      deleteCookie(c, nameOf(c), { path: '/', secure: isSecure(c) })
      c.header('Clear-Site-Data', '"cache"')
    },
  }
}
