import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Limits } from '#src/security/limits.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import type { Answer, Browser } from '../../support/app/browser.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const always = {
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
const never = ['server', 'x-powered-by', 'access-control-allow-origin']

const pagePolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'manifest-src': "'self'",
}

const broken: Limits = {
  take: () => Promise.reject(new Error('secret of the app')),
  attempt: () => Promise.reject(new Error('secret of the app')),
  waitFor: async () => 0,
  giveBack: async () => {},
  clear: async () => {},
}
const large = { body: 'x'.repeat(400_000), headers: { 'content-type': 'application/json' } }

type Ask = (browser: Browser, app: TestApp) => Promise<Answer>
const apiAnswers: [number, string, Ask][] = [
  [200, 'health', (browser) => browser.get('/api/health')],
  [
    200,
    'a PDF',
    async (browser, app) => {
      const id = await submit(browser)
      return clientBrowser(app, id).get(`/api/applications/${id}/pdf`)
    },
  ],
  [400, 'a wrong save', (browser) => browser.post('/api/applications', {})],
  [404, 'an unknown path', (browser) => browser.get('/api/nothing')],
  [
    413,
    'a body that is too large',
    (browser) => browser.send('/api/applications', { method: 'POST', ...large }),
  ],
]

const pageAnswers: [number, string, Ask][] = [
  ...['/', '/terms-conditions', '/client-form', '/success'].map((path): [number, string, Ask] => [
    200,
    path,
    (browser) => browser.get(path),
  ]),
  [
    200,
    'the form with a draft',
    async (browser) => {
      await fillDraft(browser)
      return browser.get('/client-form')
    },
  ],
  [404, 'an unknown page', (browser) => browser.get('/nothing')],
  [405, 'a wrong method on a page', (browser) => browser.send('/', { method: 'DELETE' })],
  [415, 'a wrong type on a page', (browser) => browser.post('/client-form', {})],
  [
    401,
    'a document opened in a tab',
    (browser) => browser.get('/api/applications/x/pdf', { accept: 'text/html' }),
  ],
]

function expectBase({ headers }: Answer) {
  expect(Object.fromEntries(headers)).toMatchObject(always)
  for (const name of never) expect(headers.has(name), name).toBe(false)
}

describe('answers of the API', () => {
  test.each(apiAnswers)('sets the headers of an API answer: %i, %s', async (status, _, ask) => {
    const app = testApp()
    const answer = await ask(app.browser(), app)
    expect(answer.status, answer.text).toBe(status)
    expectBase(answer)
    const isDocument = answer.headers.get('content-type') === 'application/pdf'
    expect(answer.headers.get('content-security-policy')).toBe(
      isDocument ? "frame-ancestors 'none'" : "default-src 'none'; frame-ancestors 'none'",
    )
    expect(answer.headers.get('cache-control')).toMatch(/no-store/)
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('answers of pages', () => {
  test.each(pageAnswers)('sets the headers of a page: %i, %s', async (status, name, ask) => {
    const app = testApp()
    const answer = await ask(app.browser(), app)
    expect(answer.status, answer.text).toBe(status)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i)
    expectBase(answer)
    // Search engines must keep out of everything under /api, even error pages.
    expect(answer.headers.has('x-robots-tag')).toBe(name === 'a document opened in a tab')
    const policy = policyOf(answer)
    expect(policy).toMatchObject(pagePolicy)
    expect(Object.keys(policy).sort()).toEqual([...Object.keys(pagePolicy), 'style-src'].sort())
    const styles = [...answer.text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css)
    expect(policy['style-src']).toBe(["'self'", ...styles.map(hashSource)].join(' '))
    expect(answer.text).not.toMatch(/\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+="/)
  })

  test('lets no cache keep a page that shows a draft, and has pages that are the same for all revalidated', async () => {
    const browser = testApp().browser()
    const still = await browser.get('/client-form')
    expect(still.headers.get('cache-control')).toBe('no-cache')
    await fillDraft(browser)
    const own = await browser.get('/client-form')
    expect(own.headers.get('cache-control')).toBe('no-store')
    expect(own.headers.get('etag')).toBeNull()
    const tag = still.headers.get('etag') ?? ''
    const again = await browser.get('/client-form', { 'if-none-match': tag })
    expect([again.status, again.text]).toEqual([200, own.text])
  })
})

test.each(['/api/applications', '/client-form'])(
  'keeps the headers after an internal error at %s, and reveals nothing about it',
  async (path) => {
    const app = testApp({ deps: { limits: broken } })
    const answer = await app.browser().send(path, {
      method: 'POST',
      body: path.startsWith('/api') ? '{"buyerName":"x"}' : 'step=next%3A4&buyerName=x',
      headers: {
        'content-type': path.startsWith('/api')
          ? 'application/json'
          : 'application/x-www-form-urlencoded',
      },
    })
    expect(answer.status).toBe(500)
    expectBase(answer)
    expect(answer.headers.get('cache-control')).toMatch(/no-store/)
    expect(answer.text).not.toMatch(/secret of the app|Error:|\.ts|node_modules| at /)
    if (path.startsWith('/api'))
      expect(answer.json).toEqual({
        message: 'Something went wrong on our side. Please try again.',
      })
    else expect(answer.text).toContain(answer.headers.get('x-request-id') ?? 'no id')
  },
)

test('isolates pages of a session and their sign-ins from the window that opened them, but not public pages', async () => {
  const browser = testApp().browser()
  const policyAt = async (path: string) =>
    (await browser.get(path)).headers.get('cross-origin-opener-policy')
  for (const path of ['/admin', '/admin/dashboard', '/client-login', '/client/forgot-password'])
    expect(await policyAt(path), path).toBe('same-origin')
  expect(await policyAt('/client-portal')).toBe('same-origin')
  for (const path of ['/', '/client-form', '/terms-conditions', '/success', '/verify', '/nowhere'])
    expect(await policyAt(path), path).toBeNull()
})

test('sends HSTS over https and not over http', async () => {
  const secure = testApp({ env: { APP_URL: 'https://trade.example.com' } }).browser()
  const plain = testApp().browser()
  for (const path of ['/', '/', '/api/health', '/nothing', '/api/nothing']) {
    const { headers } = await secure.get(path)
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    expect((await plain.get(path)).headers.has('strict-transport-security')).toBe(false)
  }
})

test('makes its own request id, whatever id the caller sends', async () => {
  const browser = testApp().browser()
  const { headers } = await browser.get('/api/health', { 'x-request-id': 'forged-123' })
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

const policyOf = ({ headers }: Answer) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((part) => {
      const [name = '', ...sources] = part.split(' ')
      return [name, sources.join(' ')]
    }),
  )

const hashSource = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`
