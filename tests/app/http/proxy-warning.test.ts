import { describe, expect, test } from 'vitest'
import { makeAdmin, reviewer } from '../../support/app/admins.ts'
import { type TestApp, type TestAppOptions, testApp } from '../../support/app/test-app.ts'

/** The warnings that are logged when requests name whom they are forwarded for: two, and one by another proxy. */
async function warnings(peer: string, forwarded: string, options: TestAppOptions = {}) {
  const app = testApp(options)
  const headers = { 'x-forwarded-for': forwarded }
  for (const from of [peer, peer, '10.99.0.1']) await app.request('/nothing', { headers }, from)
  return app.logged().filter((line) => line.includes('TRUSTED_PROXIES'))
}

const trusting = { env: { TRUSTED_PROXIES: '10.0.0.0/8' } }

test.each(['127.0.0.1', '::1', '10.0.0.5', '172.17.0.1', 'fd00::1'])(
  'logs an untrusted proxy at %s once',
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
])('does not log %s as an untrusted proxy', async (_, peer, forwarded) => {
  expect(await warnings(peer, forwarded, trusting)).toEqual([])
})

describe('a proxy that does not pass on the address of the visitor', () => {
  const APP_URL = 'https://accounts.example.com'
  const behind = { env: { ...trusting.env, APP_URL } }
  const host = 'accounts.example.com'
  const upstream = '127.0.0.1:3000'
  const proxy = '10.0.0.5'
  const lines = (app: TestApp) => app.logged().filter((line) => line.includes('The proxy at'))
  const dashboard = async (app: TestApp) => {
    const browser = app.browser('203.0.113.1')
    await browser.post('/api/admin/login', reviewer)
    return (await browser.get('/admin/dashboard')).text
  }

  test('reports a proxy without the visitor’s address once in the log, and on the dashboard until it is fixed', async () => {
    const app = testApp(behind)
    await makeAdmin(app)
    for (const path of ['/admin', '/success', '/admin'])
      await app.request(path, { headers: { host } }, proxy)
    expect(lines(app)).toEqual([
      expect.stringMatching(/at 10\.0\.0\.5 passes on no address of the visitor/),
    ])
    expect(await dashboard(app)).toContain('The proxy at 10.0.0.5')
    const named = { headers: { host, 'x-forwarded-for': '203.0.113.9' } }
    await app.request('/nothing', named, proxy)
    expect(await dashboard(app)).not.toContain('The proxy at')
  })

  test.each([
    ['sends a form of ours', { origin: APP_URL }],
    ['follows a link of ours', { referer: `${APP_URL}/admin` }],
    ['comes with a header of a proxy', { via: '1.1 proxy' }],
    ['comes with a header of nginx', { 'x-real-ip': '203.0.113.9' }],
  ])(
    'reports a proxy that passes on neither the visitor’s address nor the Host when a browser %s',
    async (_, headers) => {
      const app = testApp(behind)
      await app.request('/nothing', { headers: { host: upstream, ...headers } }, proxy)
      expect(lines(app)).toEqual([
        expect.stringMatching(/neither the Host header .* proxy_set_header Host/),
      ])
    },
  )

  test('asks for a proxy that hides the visitor’s address to be set in TRUSTED_PROXIES', async () => {
    const app = testApp({ env: { APP_URL } })
    const headers = { host: upstream, origin: APP_URL }
    await app.request('/nothing', { headers }, '127.0.0.1')
    expect(lines(app)).toEqual([expect.stringContaining('name 127.0.0.1 in TRUSTED_PROXIES')])
  })

  test.each([
    ['a request on the machine, under another name', '/nothing', proxy, { host: 'localhost:3000' }],
    ['a visitor without a proxy', '/nothing', '203.0.113.9', { host }],
    ['a health check of the proxy', '/api/health', proxy, { host }],
  ])('reports no proxy for %s', async (_, path, peer, headers) => {
    const app = testApp(behind)
    await app.request(path, { headers }, peer)
    expect(lines(app)).toEqual([])
  })
})
