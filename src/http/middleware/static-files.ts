import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, MiddlewareHandler } from 'hono'
import type { HonoEnv } from '#src/http/context.ts'

const forever = 'public, max-age=31536000, immutable'

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** The checker is offered for download, because its script must run from the disk and not on this site. */
const forDownload = {
  'Content-Disposition': 'attachment; filename="countersign-checker.html"',
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
}

export function serveBuiltFiles(app: Hono<HonoEnv>, root: string) {
  const files = serveStatic<HonoEnv>({ root, precompressed: true })
  const serve = (cache: string, more: Record<string, string> = {}): MiddlewareHandler<HonoEnv> =>
    async function builtFile(c, next) {
      // the 404 page runs through every other middleware
      const file = await files(c, async () => {})
      if (!file) return next()
      const headers = { ...always, ...more, 'Cache-Control': cache }
      for (const [name, value] of Object.entries(headers)) file.headers.set(name, value)
      return file
    }
  app.get('/assets/*', serve(forever))
  app.get('/countersign-checker.html', serve('no-cache', forDownload))
  const small = ['/favicon.svg', '/logo.svg', '/robots.txt', '/licences.txt']
  app.on('GET', small, serve('public, max-age=3600'))
}
