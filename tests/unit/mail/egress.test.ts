import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { describe, expect, test } from 'vitest'
import {
  authoritiesOf,
  checkEgress,
  type EgressPolicy,
  egressPolicyOf,
  findPeer,
} from '#src/security/egress.ts'
import { envOf } from '../../support/env.ts'
import { newFolder } from '../../support/folder.ts'

const policy = (mode: EgressPolicy['mode'], allowedHosts: string[] = []): EgressPolicy => ({
  mode,
  allowedHosts,
  localHosts: [],
  ownPort: 3000,
})

const refused = { ok: false, reason: 'NOT_ALLOWED' }

test.each([
  '0.0.0.0',
  '169.254.169.254',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  'fe80::1',
  'fd00:ec2::254',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '::169.254.169.254',
  '168.63.129.16',
  '100.100.100.200',
  '64:ff9b:1::a9fe:a9fe',
  '2001:0:a9fe:a9fe::1',
  '[::ffff:169.254.169.254]',
  'fe80::1%eth0',
  'x[127.0.0.1]',
  '[127.0.0.1]x',
  'mail.example.com\r\nX',
  '',
])('always refuses to connect to %s', async (host) => {
  for (const mode of ['private-ok', 'public-only', 'allowlist'] as const)
    expect(await checkEgress(policy(mode, [host]), host, 25)).toEqual(refused)
})

test.each(['2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.16689662'])(
  'never connects to %s, which means the metadata service or nothing',
  async (host) => {
    expect((await checkEgress(policy('private-ok'), host, 25)).ok).toBe(false)
  },
)

test('allows this machine and private networks by default, and only then', async () => {
  for (const host of ['127.0.0.1', '::1', '10.1.2.3', '192.168.1.1', 'fd12::1']) {
    const found = { ok: true, addresses: [host], local: true }
    expect(await checkEgress(policy('private-ok'), host, 25)).toEqual(found)
    expect(await checkEgress(policy('public-only'), host, 25)).toEqual(refused)
  }
  const far = await checkEgress(policy('public-only'), '9.9.9.9', 25)
  expect(far).toMatchObject({ ok: true, local: false })
})

test('refuses the app’s own port as a mail server', async () => {
  expect(await checkEgress(policy('private-ok'), '::ffff:127.0.0.1', 3000)).toEqual(refused)
  expect(await checkEgress(policy('private-ok'), '10.0.0.9', 3000)).toMatchObject({ ok: true })
})

test('checks every address of a name once', async () => {
  const two = async () => ['9.9.9.9', '169.254.169.254']
  expect(await checkEgress(policy('private-ok'), 'two.example.com', 25, two)).toEqual(refused)
  const answers = [['9.9.9.9'], ['127.0.0.1']]
  const turning = async () => answers.shift() ?? []
  const found = await checkEgress(policy('public-only'), 'turns.example.com', 25, turning)
  expect(found).toEqual({ ok: true, addresses: ['9.9.9.9'], local: false })
  expect(answers).toHaveLength(1)
  const none = await checkEgress(policy('private-ok'), 'none.example.com', 25, () =>
    Promise.reject(),
  )
  expect(none).toEqual({ ok: false, reason: 'DNS_FAILED' })
})

test('looks a name up on this machine', async () => {
  const found = await checkEgress(policy('private-ok'), 'localhost', 25)
  expect(found).toMatchObject({ ok: true, local: true })
  expect(found.ok && found.addresses.every((address) => /^(127\.|::1$)/.test(address))).toBe(true)
  const none = await checkEgress(policy('private-ok'), 'none.invalid', 25)
  expect(none).toEqual({ ok: false, reason: 'DNS_FAILED' })
})

test('lets the operator set the policy and add authorities to the usual ones', () => {
  const env = envOf({
    SMTP_EGRESS: 'allowlist',
    SMTP_ALLOWED_HOSTS: 'a.example.com, b.example.com',
    SMTP_LOCAL_HOSTS: 'relay',
    PORT: '3001',
  })
  expect(egressPolicyOf(env)).toEqual({
    mode: 'allowlist',
    allowedHosts: ['a.example.com', 'b.example.com'],
    localHosts: ['relay'],
    ownPort: 3001,
  })
  expect(authoritiesOf(env)).toBeNull()
  const file = join(newFolder(), 'authority.pem')
  writeFileSync(file, 'an authority')
  expect(authoritiesOf({ SMTP_EXTRA_CA_FILE: file })).toEqual([...rootCertificates, 'an authority'])
})

test.each([
  ['http://127.0.0.1/', '3000', null],
  ['https://9.9.9.9/', '443', null],
  ['http://9.9.9.9/', '3000', 'NOT_ENCRYPTED'],
  ['http://127.0.0.1/', '80', 'NOT_ALLOWED'],
  ['https://127.0.0.1/', '443', 'NOT_ALLOWED'],
  ['https://127.0.0.1:8443/', '8443', 'NOT_ALLOWED'],
  ['https://127.0.0.1:8443/', '443', null],
  ['http://169.254.169.254/', '3000', 'NOT_ALLOWED'],
])('allows a call to %s by an app at port %s, unless %s', async (address, PORT, reason) => {
  const peer = await findPeer(envOf({ PORT }), address)
  expect(peer.ok ? null : peer.reason).toBe(reason)
})

test('allows only the hosts on an allowlist, in upper or lower case', async () => {
  const resolve = async () => ['10.0.0.9']
  const only = policy('allowlist', ['Relay.example.com'])
  expect((await checkEgress(only, 'relay.EXAMPLE.com', 25, resolve)).ok).toBe(true)
  expect(await checkEgress(only, 'other.example.com', 25, resolve)).toEqual(refused)
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

  test('treats an address, localhost or a name that the operator vouches for as local', async () => {
    for (const host of ['127.0.0.1', '[::1]', '::ffff:192.168.1.1'])
      expect(await local(host, [])).toBe(true)
    expect(await local('localhost', ['127.0.0.1', '::1'])).toBe(true)
    expect(await local('relay.internal', ['10.0.0.9'], ['Relay.Internal'])).toBe(true)
  })

  test('never treats a host as local because DNS says so, or a public one that was vouched for', async () => {
    expect(await local('relay.internal', ['127.0.0.1'])).toBe(false)
    expect(await local('localhost', ['10.0.0.9'])).toBe(false)
    expect(await local('localhost', ['127.0.0.1', '10.0.0.9'])).toBe(false)
    expect(await local('relay.internal', ['10.0.0.9', '9.9.9.9'], ['relay.internal'])).toBe(false)
  })
})
