import { describe, expect, test } from 'vitest'
import { addressClass } from '#src/security/addresses.ts'
import { checkEgress, type EgressPolicy } from '#src/security/egress.ts'

const policy = (mode: EgressPolicy['mode'], allowedHosts: string[] = []): EgressPolicy => ({
  mode,
  allowedHosts,
  localHosts: [],
  ownPort: 3000,
})

const refused = { ok: false, reason: 'NOT_ALLOWED' }

describe('an address that is always refused', () => {
  test.each([
    '0.0.0.0',
    '169.254.169.254',
    '169.254.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    'fe80::1',
    'ff02::1',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '::169.254.169.254',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '64:ff9b::a83f:8110',
    '192.0.0.192',
    '2002:c000:00c0::1',
    '100.100.100.200',
    '::ffff:100.100.100.200',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '2001:0:a9fe:a9fe::1',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    'fe80::1%eth0',
    'x[127.0.0.1]',
    '[127.0.0.1]x',
    'mail.example.com\r\nX',
    'mail example',
    '',
  ])('%s', async (host) => {
    for (const mode of ['private-ok', 'public-only', 'allowlist'] as const)
      expect(await checkEgress(policy(mode, [host]), host, 25)).toEqual(refused)
  })
})

describe('a number that means an address', () => {
  test.each(['2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.16689662'])(
    '%s is the metadata service, or nothing, and never connected to',
    async (host) => {
      expect((await checkEgress(policy('private-ok'), host, 25)).ok).toBe(false)
    },
  )
})

test('this machine and private networks are allowed by default, and only then', async () => {
  for (const host of ['127.0.0.1', '::1', '10.1.2.3', '172.31.0.1', '192.168.1.1', 'fd12::1']) {
    expect(await checkEgress(policy('private-ok'), host, 25)).toEqual({
      ok: true,
      addresses: [host],
      local: true,
    })
    expect(await checkEgress(policy('public-only'), host, 25)).toEqual(refused)
  }
  expect(await checkEgress(policy('public-only'), '9.9.9.9', 25)).toMatchObject({
    ok: true,
    local: false,
  })
})

test('the port that the app itself listens on is not a mail server', async () => {
  expect(await checkEgress(policy('private-ok'), '127.0.0.1', 3000)).toEqual(refused)
  expect(await checkEgress(policy('private-ok'), '::ffff:127.0.0.1', 3000)).toEqual(refused)
  expect(await checkEgress(policy('private-ok'), '10.0.0.9', 3000)).toMatchObject({ ok: true })
})

test('every address of a name is checked: one bad one among good ones refuses it', async () => {
  const resolve = async () => ['9.9.9.9', '169.254.169.254']
  expect(await checkEgress(policy('private-ok'), 'two.example.com', 25, resolve)).toEqual(refused)
})

test('the name is resolved once, and what comes back are addresses', async () => {
  const answers = [['9.9.9.9'], ['127.0.0.1']]
  const resolve = async () => answers.shift() ?? []
  const found = await checkEgress(policy('public-only'), 'turns.example.com', 25, resolve)
  expect(found).toEqual({ ok: true, addresses: ['9.9.9.9'], local: false })
  expect(answers).toHaveLength(1)
})

test('an allowlist takes its own hosts only, in any case of letters', async () => {
  const resolve = async () => ['10.0.0.9']
  const only = policy('allowlist', ['Relay.example.com'])
  expect((await checkEgress(only, 'relay.EXAMPLE.com', 25, resolve)).ok).toBe(true)
  expect(await checkEgress(only, 'other.example.com', 25, resolve)).toEqual(refused)
})

test('carrier-grade and unique local addresses count as private, an address inside another as itself', () => {
  expect(addressClass('100.64.0.1')).toBe('private')
  expect(addressClass('fc00::1')).toBe('private')
  expect(addressClass('2606:4700::1')).toBe('public')
  expect(addressClass('::ffff:10.0.0.1')).toBe('private')
  expect(addressClass('64:ff9b::7f00:1')).toBe('loopback')
  expect(addressClass('2002:a00:1::1')).toBe('private')
  expect(addressClass('64:ff9b::909:909')).toBe('public')
})

describe('a host is local', () => {
  const local = async (host: string, addresses: string[], localHosts: string[] = []) => {
    const found = await checkEgress(
      { ...policy('private-ok'), localHosts },
      host,
      25,
      async () => addresses,
    )
    return found.ok && found.local
  }

  test.each([['127.0.0.1'], ['[::1]'], ['10.0.0.9'], ['fd12::9'], ['::ffff:192.168.1.1']])(
    'when it is written as the address %s',
    async (host) => expect(await local(host, [])).toBe(true),
  )

  test('when it is localhost, or a name that the operator vouches for', async () => {
    expect(await local('localhost', ['127.0.0.1', '::1'])).toBe(true)
    expect(await local('relay.internal', ['10.0.0.9'], ['Relay.Internal'])).toBe(true)
  })

  test('never because DNS says that a name is private', async () => {
    expect(await local('relay.internal', ['10.0.0.9'])).toBe(false)
    expect(await local('relay.internal', ['127.0.0.1'])).toBe(false)
    expect(await local('2130706433', ['127.0.0.1'])).toBe(false)
  })

  test('not when what was vouched for turns out to be public', async () => {
    expect(await local('relay.internal', ['10.0.0.9', '9.9.9.9'], ['relay.internal'])).toBe(false)
    expect(await local('localhost', ['10.0.0.9'])).toBe(false)
    expect(await local('localhost', ['127.0.0.1', '10.0.0.9'])).toBe(false)
  })

  test('a name that is vouched for is in the allowlist too', async () => {
    const only = { ...policy('allowlist'), localHosts: ['relay.internal'] }
    expect(await checkEgress(only, 'relay.internal', 25, async () => ['10.0.0.9'])).toEqual({
      ok: true,
      addresses: ['10.0.0.9'],
      local: true,
    })
  })
})
