import { describe, expect, test } from 'vitest'
import { type TestApp, type TestAppOptions, testApp } from '../../support/app/test-app.ts'

/** The warnings that are logged when requests name whom they are forwarded for: two, and one by another proxy. */
async function warnings(peer: string, forwarded: string, options: TestAppOptions = {}) {
  const app = testApp(options)
  const headers = { 'x-forwarded-for': forwarded }
  for (const from of [peer, peer, '10.99.0.1']) await app.request('/api/health', { headers }, from)
  return app.logged().filter((line) => line.includes('TRUSTED_PROXIES'))
}

const trusting = { env: { TRUSTED_PROXIES: '10.0.0.0/8' } }

test.each(['127.0.0.1', '::1', '10.0.0.5', '172.17.0.1', 'fd00::1'])(
  'an untrusted proxy at %s is logged once',
  async (peer) => {
    const [line, ...more] = await warnings(peer, '203.0.113.9')
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 40, address: peer })
    expect(more).toEqual([])
  },
)

test.each([
  ['a trusted proxy', '10.0.0.5', '203.0.113.9'],
  ['what a visitor puts in front', '10.0.0.5', '10.0.0.7, 203.0.113.9'],
  ['a header from the internet', '203.0.113.9', '198.51.100.1'],
])('but not %s', async (_, peer, forwarded) => {
  expect(await warnings(peer, forwarded, trusting)).toEqual([])
})

describe('a trusted proxy that sends no X-Forwarded-For', () => {
  const behind = { env: { ...trusting.env, APP_URL: 'https://accounts.example.com' } }
  const host = 'accounts.example.com'
  const health = async (app: TestApp) =>
    (await (await app.request('/api/health', {}, '127.0.0.1')).json()).warnings
  const lines = (app: TestApp) =>
    app.logged().filter((line) => line.includes('sent no X-Forwarded-For'))

  test('is in the log once, and in health until it sends one', async () => {
    const app = testApp(behind)
    for (const path of ['/', '/success', '/'])
      await app.request(path, { headers: { host } }, '10.0.0.5')
    expect(lines(app)).toHaveLength(1)
    expect(await health(app)).toEqual(['a trusted proxy sends no X-Forwarded-For'])
    const named = { headers: { host, 'x-forwarded-for': '203.0.113.9' } }
    await app.request('/nothing', named, '10.0.0.5')
    expect(await health(app)).toBeUndefined()
  })

  test.each([
    ['a request on the machine, under another name', '10.0.0.5', { host: 'localhost:3000' }],
    ['a visitor without a proxy', '203.0.113.9', { host }],
  ])('is not taken for %s', async (_, peer, headers) => {
    const app = testApp(behind)
    await app.request('/nothing', { headers }, peer)
    expect([lines(app), await health(app)]).toEqual([[], undefined])
  })
})
