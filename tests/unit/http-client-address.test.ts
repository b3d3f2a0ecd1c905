import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { clientAddress, limitKey, networkList } from '#src/http/client-address.ts'
import type { HonoEnv } from '#src/http/context.ts'

/** The address that a request counts for: who is at the other end, what it forwards, whom the operator trusts. */
async function addressOf(peer: string, forwarded: string | null, trusted: string[] = []) {
  const proxies = networkList(trusted)
  const app = new Hono<HonoEnv>().get('/', (c) => c.text(clientAddress(c, proxies)))
  const headers = new Headers(forwarded === null ? {} : { 'x-forwarded-for': forwarded })
  const incoming = { socket: { remoteAddress: peer } }
  return (await app.request('/', { headers }, { incoming })).text()
}

describe('a request counts for', () => {
  test.each([
    ['whoever sends it', '203.0.113.9', null, []],
    ['whoever sends it, whatever it claims', '203.0.113.9', '198.51.100.1', []],
    ['whoever sends it when another proxy is trusted', '203.0.113.9', '198.51.100.1', ['10.0.0.1']],
    ['the IPv4 address in an IPv6 socket', '::ffff:203.0.113.9', null, []],
    ['whom a trusted proxy names', '10.0.0.1', '203.0.113.9', ['10.0.0.1']],
    ['whom a proxy of a trusted network names', '10.7.7.7', '203.0.113.9', ['10.0.0.0/8']],
    ['the last one that no trusted proxy is', '10.0.0.1', '203.0.113.9, 10.0.0.2', ['10.0.0.0/8']],
    ['not whom the sender put in front', '10.0.0.1', '1.1.1.1, 203.0.113.9', ['10.0.0.1']],
    ['no word that is not an address', '10.0.0.1', '203.0.113.9, unknown', ['10.0.0.1']],
  ])('%s', async (_, peer, forwarded, trusted) => {
    expect(await addressOf(peer, forwarded, trusted)).toBe('203.0.113.9')
  })

  test.each(['', 'unknown, -', '10.0.0.2'])(
    'the proxy itself when it names nobody else: "%s"',
    async (forwarded) => {
      expect(await addressOf('10.0.0.1', forwarded, ['10.0.0.0/8'])).toBe('10.0.0.1')
    },
  )

  test('whom a trusted proxy names, over IPv6 too', async () => {
    const forwarded = '2001:db8:1:2:3:4:5:6'
    expect(await addressOf('fd00::1', forwarded, ['fd00::/8'])).toBe(forwarded)
    expect(await addressOf('2001:db8::1', forwarded, ['fd00::/8'])).toBe('2001:db8::1')
  })
})

describe('limits count', () => {
  test('an IPv4 address by itself', () => {
    expect(limitKey('203.0.113.9')).not.toBe(limitKey('203.0.113.10'))
  })

  test('an IPv6 network of one subscriber as one, and the next one apart', () => {
    const key = limitKey('2001:db8:1:2:3:4:5:6')
    expect(limitKey('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(key)
    expect(limitKey('2001:db8:1:3:3:4:5:6')).not.toBe(key)
  })

  test('an IPv6 network as one however its zeros are written', () => {
    const keys = ['2001:db8::1', '2001:db8::a:b', '2001:db8:0:0::2', '2001:db8:0:0:1:2:3:4']
    expect(new Set(keys.map(limitKey)).size).toBe(1)
    expect(limitKey('::1')).not.toBe(limitKey('2001:db8::1'))
  })
})
