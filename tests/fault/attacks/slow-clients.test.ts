import { expect, test } from 'vitest'
import { rawRequest } from '../support/raw-request.ts'
import { serverProcess } from '../support/server-process.ts'

test('heads and bodies that trickle in are cut off, and a newcomer is answered', {
  timeout: 90_000,
}, async () => {
  const server = await serverProcess()
  const start = (...parts: string[]) => rawRequest(server.port, ...parts)
  const slow = Array.from({ length: 30 }, () => [
    start('GET / HTTP/1.1\r\nHost: localhost\r\nX-Drip: '),
    start(
      'POST /api/applications HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n',
      'Content-Length: 1000\r\n\r\n{',
    ),
  ]).flat()
  const drip = setInterval(() => {
    for (const { send } of slow) send('a')
  }, 1000)
  const newcomer = start(
    'GET /client-form HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  )
  expect((await newcomer.answer).status).toBe(200)
  for (const { lasted } of await Promise.all(slow.map(({ answer }) => answer)))
    expect(lasted).toBeLessThan(45_000)
  clearInterval(drip)
})
