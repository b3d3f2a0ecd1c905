import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { HonoEnv } from '#src/http/context.ts'
import { clientAddress } from '#src/http/middleware/client-address.ts'
import { limitKey, networkKey, readNetworks } from '#src/security/addresses.ts'

/** The address that a request counts for: who is at the other end, what it forwards, whom the operator trusts. */
async function sender(peer: string | undefined, forwarded: string | null, trusted: string[] = []) {
  const proxies = readNetworks(trusted)
  const app = new Hono<HonoEnv>().get('/', (c) => c.json(clientAddress(c, proxies)))
  const headers = new Headers(forwarded === null ? {} : { 'x-forwarded-for': forwarded })
  const incoming = peer === 'no socket' ? undefined : { socket: { remoteAddress: peer } }
  return (await app.request('/', { headers }, { incoming })).json()
}

const inside = ['10.0.0.0/8']

describe('a request counts for', () => {
  test.each([
    ['its sender', '203.0.113.9', null, []],
    ['its sender, no matter what it claims', '203.0.113.9', '198.51.100.1', []],
    ['its sender when another proxy is trusted', '203.0.113.9', '198.51.100.1', ['10.0.0.1']],
    ['the IPv4 address in an IPv6 socket', '::ffff:203.0.113.9', null, []],
    ['whom a trusted proxy names', '10.0.0.1', '203.0.113.9', ['10.0.0.1']],
    ['whom a proxy in an IPv6 socket names', '::ffff:10.0.0.1', '203.0.113.9', inside],
    ['whom a proxy names in IPv6 form', '10.0.0.1', '::ffff:203.0.113.9', inside],
    ['whom a proxy of a mapped network names', '10.0.0.1', '203.0.113.9', ['::ffff:10.0.0.0/104']],
    ['whom a proxy of a trusted network names', '10.7.7.7', '203.0.113.9', inside],
    ['the last one that is not a trusted proxy', '10.0.0.1', '203.0.113.9, 10.0.0.2', inside],
    ['not whom the sender put in front', '10.0.0.1', '1.1.1.1, 203.0.113.9', ['10.0.0.1']],
    ['not the inner address the sender put in front', '10.0.0.1', '10.0.0.5, 203.0.113.9', inside],
    ['an address with its port', '10.0.0.1', '10.0.0.5, 203.0.113.9:4444', inside],
    ['an address that is followed by an empty hop', '10.0.0.1', '203.0.113.9, ,', inside],
  ])('counts a request for %s', async (_, peer, forwarded, trusted) => {
    expect(await sender(peer, forwarded, trusted)).toMatchObject({
      address: '203.0.113.9',
      known: true,
    })
  })

  test.each(['[2001:db8::7]:4444', '[2001:db8::7]', '2001:db8:0:0::7', '2001:DB8::7'])(
    'counts a request for an IPv6 address written as %s',
    async (hop) => {
      const expected = { address: '2001:db8::7', known: true }
      expect(await sender('fd00::1', `10.0.0.5, ${hop}`, ['fd00::/8', ...inside])).toMatchObject(
        expected,
      )
      expect(await sender('2001:db8::7', hop.replace('7', '8'), ['fd00::/8'])).toMatchObject(
        expected,
      )
    },
  )

  test.each([
    'unknown',
    '10.0.0.5, unknown',
    '10.0.0.5, 203.0.113.9:http',
    '10.0.0.5, 0xcb007109',
    '10.0.0.5, "203.0.113.9"',
  ])(
    'counts a request for the proxy itself when its header is unreadable: %s',
    async (forwarded) => {
      const proxyOnly = { address: '10.0.0.1', known: false, passedOver: false }
      expect(await sender('10.0.0.1', forwarded, inside)).toEqual(proxyOnly)
      const second = await sender('10.0.0.9', `${forwarded}, 10.0.0.1`, inside)
      expect(second).toEqual(proxyOnly)
    },
  )

  test.each([
    [null, '10.0.0.1'],
    ['', '10.0.0.1'],
    ['10.0.0.2', '10.0.0.2'],
    ['10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ])(
    'counts a request for a machine among the proxies when nobody else is named: "%s"',
    async (forwarded, address) => {
      expect(await sender('10.0.0.1', forwarded, inside)).toEqual({
        address,
        known: true,
        passedOver: false,
      })
    },
  )

  test('counts a request for its sender, and reports that an untrusted proxy forwards', async () => {
    const passedOver = { address: '203.0.113.9', known: true, passedOver: true }
    expect(await sender('203.0.113.9', '198.51.100.1', inside)).toEqual(passedOver)
    expect(await sender('10.0.0.1', '198.51.100.1, 203.0.113.9', inside)).toEqual(passedOver)
  })
})

describe('limits count', () => {
  test('counts an IPv6 network of one subscriber as one, and the next one separately', () => {
    const key = limitKey('2001:db8:1:2:3:4:5:6')
    expect(limitKey('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(key)
    expect(limitKey('2001:db8:1:3:3:4:5:6')).not.toBe(key)
  })

  test('counts the IPv6 networks of one site as one where the network counts', () => {
    const key = networkKey('2001:db8:1:2:3:4:5:6')
    expect(networkKey('2001:db8:1:ffff::1')).toBe(key)
    expect(networkKey('2001:db8:2:2::1')).not.toBe(key)
    expect(networkKey('203.0.113.9')).not.toBe(networkKey('203.0.113.10'))
  })
})
