import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { HonoEnv } from '#src/http/context.ts'

const forever = 'public, max-age=31536000, immutable'

/** Serves the built files: browsers keep hashed names for a year, the rest for an hour. */
export function serveBuiltFiles(app: Hono<HonoEnv>, root: string) {
  const serve = (cache: string) =>
    serveStatic<HonoEnv>({
      root,
      precompressed: true,
      onFound: (_, c) => {
        c.header('Cache-Control', cache)
        c.header('X-Content-Type-Options', 'nosniff')
        c.header('Cross-Origin-Resource-Policy', 'same-origin')
      },
    })
  app.get('/assets/*', serve(forever))
  app.on('GET', ['/favicon.svg', '/logo.svg', '/robots.txt'], serve('public, max-age=3600'))
}
