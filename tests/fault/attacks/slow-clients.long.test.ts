import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { rawRequest } from '../support/raw-request.ts'
import { serverProcess } from '../support/server-process.ts'

test('closes connections whose heads and bodies trickle in, and answers a newcomer', {
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

test('lets a client that opens every connection it can get delay no other address', {
  timeout: 60_000,
}, async () => {
  const server = await serverProcess({ env: { RATE_LIMIT_FACTOR: '1' } })
  const begun = ['', 'GET / HTTP/1.1\r\nHost: loc', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n']
  for (let count = 0; count < 1500; count += 1) {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.write(begun[count % 3] ?? '')
  }
  const answer = await fetch(`${server.url}/client-form`, { signal: AbortSignal.timeout(5_000) })
  expect(answer.status).toBe(200)
})
