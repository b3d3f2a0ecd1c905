import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { boundConnections } from '#src/listen.ts'

/** A server with a bound of five connections, two of an address. It answers when the test says so, or at once. */
async function stage(TRUSTED_PROXIES: string[] = []) {
  const waiting: ServerResponse[] = []
  const answer: RequestListener = (request, response) => {
    if (request.url === '/slow') waiting.push(response)
    else response.end('done')
  }
  const server = createServer()
  const env = { TRUSTED_PROXIES, RATE_LIMIT_FACTOR: 1 }
  boundConnections(server, answer, env, { all: 5, ofAddress: 2, ofNetwork: 3 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const clients: Socket[] = []
  onTestFinished(() => {
    for (const client of clients) client.destroy()
    server.close()
  })
  /** A client from an address of loopback that sends one request and keeps its connection. */
  async function client(localAddress: string, path = '/') {
    const { socket, heard } = open(localAddress)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    const before = waiting.length
    await vi.waitFor(() => {
      const isWaiting = path === '/slow' && waiting.length > before
      expect(heard.text.includes('done') || isWaiting || socket.closed).toBe(true)
    })
    return { isOpen: () => !socket.closed, isAnswered: () => heard.text.includes('done') }
  }
  /** A connection that sends a part of a request at most. */
  function open(localAddress: string, text = '') {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    clients.push(socket)
    const heard = { text: '' }
    socket.on('error', () => {})
    socket.on('data', (part) => {
      heard.text += part
    })
    if (text) socket.write(text)
    return { socket, heard }
  }
  return { client, open, waiting, server, port }
}

describe('a client that takes every connection it can get leaves room for another address', () => {
  const ways: Record<string, (at: Awaited<ReturnType<typeof stage>>, address: string) => unknown> =
    {
      'with connections that say nothing': ({ open }, address) => open(address),
      'with half a head': ({ open }, address) => open(address, 'GET / HTTP/1.1\r\nHost: loc'),
      'with half a body': ({ open }, address) =>
        open(address, 'POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{'),
      'with slow requests': ({ client }, address) => client(address, '/slow'),
      'with requests that were answered': ({ client }, address) => client(address),
    }
  test.each(Object.entries(ways))(
    'leaves room for another address when a client fills its connections %s',
    async (_, take) => {
      const at = await stage()
      for (let count = 0; count < 10; count += 1) await take(at, '127.0.0.2')
      expect((await at.client('127.0.0.3')).isAnswered()).toBe(true)
    },
  )
})

test('replaces the longest idle connection by a newcomer while all are taken', async () => {
  const { client, open } = await stage()
  for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6']) {
    open(address)
    expect((await client(address)).isAnswered()).toBe(true)
  }
})

test('closes newcomers while every connection is at work, until one has its answer', async () => {
  const { client, waiting } = await stage()
  for (const end of [2, 3, 4, 5, 6]) await client(`127.0.0.${end}`, '/slow')
  const refused = await client('127.0.0.7')
  expect([refused.isOpen(), refused.isAnswered()]).toEqual([false, false])
  waiting[0]?.end('done')
  await vi.waitFor(async () => expect((await client('127.0.0.7')).isAnswered()).toBe(true))
})

test('replaces the longest idle connection of one address by a newcomer from it', async () => {
  const { client } = await stage()
  const [first, second] = [await client('127.0.0.2'), await client('127.0.0.2')]
  const other = await client('127.0.0.3')
  const third = await client('127.0.0.2')
  expect(third.isAnswered()).toBe(true)
  await vi.waitFor(() => expect(first.isOpen()).toBe(false))
  expect([second, other, third].map(({ isOpen }) => isOpen())).toEqual([true, true, true])
})

test('closes a newcomer of an address whose connections are all at work, and no other', async () => {
  const { client, waiting } = await stage()
  const slow = [await client('127.0.0.2', '/slow'), await client('127.0.0.2', '/slow')]
  const refused = await client('127.0.0.2')
  expect([refused.isOpen(), refused.isAnswered()]).toEqual([false, false])
  expect((await client('127.0.0.3')).isAnswered()).toBe(true)
  for (const response of waiting) response.end('done')
  await vi.waitFor(() => expect(slow.map(({ isAnswered }) => isAnswered())).toEqual([true, true]))
  expect((await client('127.0.0.2')).isAnswered()).toBe(true)
})

test('lets a trusted proxy use every connection', async () => {
  const { client } = await stage(['127.0.0.2'])
  const proxied = []
  for (let count = 0; count < 4; count += 1) proxied.push(await client('127.0.0.2', '/slow'))
  expect(proxied.map(({ isOpen }) => isOpen())).toEqual([true, true, true, true])
})

test('replaces the longest idle connection of one IPv6 network by a newcomer from it', async () => {
  const { server } = await stage()
  const connectFrom = (remoteAddress: string) => {
    const socket = new Socket()
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
    server.emit('connection', socket)
    return socket
  }
  const ofNetwork = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1'].map(connectFrom)
  const other = connectFrom('2001:db8:2:1::1')
  const newcomer = connectFrom('2001:db8:1:4::1')
  expect([...ofNetwork, other, newcomer].map(({ destroyed }) => destroyed)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

test('closes a connection that sends requests without waiting for answers after four', async () => {
  const { port, waiting } = await stage()
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1000))
  await vi.waitFor(() => expect(socket.closed).toBe(true))
  expect(waiting).toHaveLength(4)
})
