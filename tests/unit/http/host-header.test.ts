import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { withHost } from '#src/listen.ts'

/** The status line and the body of the answer to a request, byte by byte as it is sent. */
async function answerTo(request: string) {
  const answer = withHost(
    getRequestListener(({ url }) => new Response(`served ${new URL(url).pathname}`)),
  )
  const server = createServer({ requireHostHeader: false }, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(request)
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part)
  const text = Buffer.concat(parts).toString()
  return `${text.split('\r\n')[0]} ${text.split('\r\n\r\n')[1]}`
}

test.each([
  ['by HTTP/1.0 without a Host', 'GET /api/health HTTP/1.0'],
  ['by HTTP/1.0 with one', 'GET /api/health HTTP/1.0\r\nHost: probe'],
  ['by HTTP/1.1 without a Host', 'GET /api/health HTTP/1.1\r\nConnection: close'],
  ['with an empty Host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\nHost:'],
  ['with a Host that is no name', 'GET /api/health HTTP/1.1\r\nConnection: close\r\nHost: a b/c:x'],
  ['with a query', 'GET /api/health?probe=1 HTTP/1.0'],
  ['with a slash at the end', 'GET /api/health/ HTTP/1.0\r\nHost: probe.example'],
  ['with a slash at the beginning', 'GET //api/health HTTP/1.0\r\nHost: probe.example'],
  ['as a proxy asks', 'GET http://health.check/api/health HTTP/1.0'],
])('answers a health check %s', async (_, request) => {
  expect(await answerTo(`${request}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 .*served \/api\/health$/s)
})

test.each([
  'GET / HTTP/1.0',
  'GET /api/healthy HTTP/1.0',
  'GET /api//health HTTP/1.0',
  'OPTIONS * HTTP/1.0',
  'POST /admin HTTP/1.1',
])('explains to any other request that it lacks a Host: %s', async (request) => {
  expect(await answerTo(`${request}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 400 .*The request has no Host header/s,
  )
})
