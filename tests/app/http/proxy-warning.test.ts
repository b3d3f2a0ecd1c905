import { expect, test } from 'vitest'
import { type TestAppOptions, testApp } from '../../support/app/test-app.ts'

/** The warnings that are logged when requests name whom they are forwarded for: two, and one by another proxy. */
async function warnings(peer: string, forwarded: string, options: TestAppOptions = {}) {
  const app = testApp(options)
  const headers = { 'x-forwarded-for': forwarded }
  for (const from of [peer, peer, '10.99.0.1']) await app.request('/api/health', { headers }, from)
  return app.logged().filter((line) => line.includes('TRUSTED_PROXIES'))
}

const trusting = { env: { TRUSTED_PROXIES: '10.0.0.0/8' } }

test.each(['127.0.0.1', '::1', '10.0.0.5', '172.17.0.1', 'fd00::1'])(
  'the operator hears once of a proxy at %s that is not trusted',
  async (peer) => {
    const [line, ...more] = await warnings(peer, '203.0.113.9')
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 40, address: peer })
    expect(more).toEqual([])
  },
)

test('also of the second proxy of two', async () => {
  expect(await warnings('10.0.0.5', '203.0.113.9, 192.168.0.1', trusting)).toHaveLength(1)
})

test.each([
  ['a trusted proxy', '10.0.0.5', '203.0.113.9'],
  ['what a visitor puts in front', '10.0.0.5', '10.0.0.7, 203.0.113.9'],
  ['a header from the internet', '203.0.113.9', '198.51.100.1'],
  ['a header from a link-local address', '169.254.169.254', '198.51.100.1'],
])('and nothing of %s', async (_, peer, forwarded) => {
  expect(await warnings(peer, forwarded, trusting)).toEqual([])
})
