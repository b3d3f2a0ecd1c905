import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** The limit that still pages are held against: plain routes that answer bodies which lie ready, compressed. */
const app = new Hono()
const pages: Record<string, string> = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
for (const [path, body] of Object.entries(pages)) {
  const bytes = Uint8Array.from(Buffer.from(body, 'base64'))
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Content-Length': String(bytes.length),
  }
  app.get(path, (c) => c.body(bytes, 200, headers))
}
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) })
