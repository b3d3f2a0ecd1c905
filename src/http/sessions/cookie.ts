import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Ctx } from '#src/http/context.ts'

/**
 * A cookie that holds a secret (rule 221): sent to this site alone, and no script reads it. Over HTTPS the prefix of its
 * name makes browsers refuse it from any other host.
 */
export function secretCookie(name: string) {
  const isSecure = (c: Ctx) => c.var.deps.env.APP_URL.startsWith('https:')
  const nameOf = (c: Ctx) => (isSecure(c) ? `__Host-${name}` : name)
  return {
    read: (c: Ctx): string | null => getCookie(c, nameOf(c)) ?? null,
    /** Without `maxAge`, in seconds, it goes with the browser. */
    set(c: Ctx, secret: string, options: { maxAge?: number } = {}) {
      setCookie(c, nameOf(c), secret, {
        ...options,
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        secure: isSecure(c),
      })
    },
    /** Removes it, and empties the browser's cache of what only its holder may see. */
    remove(c: Ctx) {
      deleteCookie(c, nameOf(c), { path: '/', secure: isSecure(c) })
      c.header('Clear-Site-Data', '"cache"')
    },
  }
}
