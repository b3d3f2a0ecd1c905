import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ask } from '#src/security/egress.ts'

test('keeps the status of an answer whose text never ends', async () => {
  const over = new AbortController()
  const server = createServer((_, response) => {
    response.writeHead(202).write('begun')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answer = ask(new URL(`http://127.0.0.1:${port}/`), {
    method: 'POST',
    mostBytes: 2000,
    signal: over.signal,
  })
  setTimeout(() => over.abort(), 2000)
  expect(await answer).toEqual({ status: 202, text: 'begun' })
  server.close()
})
