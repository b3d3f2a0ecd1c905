import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** What pages are held against: plain routes of the same framework that answer the same bodies from memory. */
const app = new Hono()
const answers: Record<string, { body: string; encoding: string }> = JSON.parse(
  readFileSync(`${process.env.DATA_DIR}/answers.json`, 'utf8'),
)
for (const [path, { body, encoding }] of Object.entries(answers)) {
  const bytes = Uint8Array.from(Buffer.from(body, 'base64'))
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(bytes.length),
    ...(encoding && { 'Content-Encoding': encoding }),
  }
  app.get(path, (c) => c.body(bytes, 200, headers))
}
app.get('/api/health', (c) => c.text('ok'))
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
process.on('SIGTERM', () => process.exit())
