import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, MiddlewareHandler } from 'hono'
import type { HonoEnv } from '#src/http/context.ts'

const forever = 'public, max-age=31536000, immutable'

export function serveBuiltFiles(app: Hono<HonoEnv>, root: string) {
  const files = serveStatic<HonoEnv>({ root, precompressed: true })
  const serve = (cache: string): MiddlewareHandler<HonoEnv> =>
    async function builtFile(c, next) {
      // the 404 page passes every other middleware
      const file = await files(c, async () => {})
      if (!file) return next()
      file.headers.set('Cache-Control', cache)
      file.headers.set('X-Content-Type-Options', 'nosniff')
      file.headers.set('Cross-Origin-Resource-Policy', 'same-origin')
      return file
    }
  app.get('/assets/*', serve(forever))
  app.on('GET', ['/favicon.svg', '/logo.svg', '/robots.txt'], serve('public, max-age=3600'))
}
