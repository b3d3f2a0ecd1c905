import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createDraftLink } from '#src/domain/applications/draft-links.ts'
import { fillDraft } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'

const times = ['first', 'second']

describe('a page that is the same for every visitor', () => {
  test.each(['/', '/terms-conditions', '/client-form', '/client-login', '/client/forgot-password'])(
    'serves %s with the same headers and body the second time',
    async (path) => {
      const { request } = testApp()
      const [first, second] = [await request(path), await request(path)]
      expect(first.headers.get('cache-control')).toBe('no-cache')
      expect(comparable(second)).toEqual(comparable(first))
      expect(await second.text()).toBe(await first.text())
    },
  )

  test('answers HEAD for a prerendered page with the same headers and no body', async () => {
    const { request } = testApp()
    for (const time of times) {
      const head = await request('/', { method: 'HEAD' })
      expect(await head.text(), time).toBe('')
      expect(comparable(head), time).toEqual(comparable(await request('/')))
    }
  })

  test('logs a prerendered page like any other request, with the id of the log line in the answer', async () => {
    const { request, logged } = testApp()
    for (const time of times) {
      const { headers } = await request('/')
      const line = JSON.parse(logged().at(-1) ?? '{}')
      expect(line.requestId, time).toBe(headers.get('x-request-id'))
      expect([line.method, line.status], time).toEqual(['GET', 200])
    }
  })

  test('starts the form with today’s date', async () => {
    const { request, clock } = testApp()
    expect(await (await request('/client-form')).text()).toContain('value="2026-11-20"')
    clock.now += 24 * 60 * 60 * 1000
    expect(await (await request('/client-form')).text()).toContain('value="2026-11-21"')
  })
})

describe('what belongs to one visitor is never served to the next', () => {
  test.each(['draft=', 'draft =', '\tdraft\t=', 'other=1;draft = '])(
    'serves no other visitor a draft that is requested with "%s"',
    async (begin) => {
      const app = testApp()
      const browser = app.browser()
      await fillDraft(browser, { businessName: 'Made For One Ltd' })
      const cookie = begin + browser.cookies.get('draft')
      for (const time of times) {
        await app.request('/client-form', { headers: { cookie } })
        const other = await (await app.request('/client-form')).text()
        expect(other, time).not.toContain('Made For One')
      }
    },
  )

  test('does not prefetch a draft, which would miss what is saved before the click', async () => {
    const browser = testApp().browser()
    await fillDraft(browser, { businessName: 'Made For One Ltd' })
    const ahead = { 'Sec-Purpose': 'prefetch' }
    expect((await browser.get('/client-form', ahead)).status).toBe(403)
  })

  test('shows the message after a sign-out to nobody else', async () => {
    const { request } = testApp()
    const said = { headers: { cookie: 'flash=signedOut' } }
    for (const time of times) {
      const signedOut = await (await request('/client-login', said)).text()
      expect(signedOut, time).toContain('Logged out')
      expect(await (await request('/client-login')).text(), time).not.toContain('Logged out')
    }
  })

  test.each(['resume', 'delete'] as const)(
    'shows the page of a link that may %s a draft to nobody else',
    async (purpose) => {
      const app = testApp()
      const mainEmail = 'jo@example.com'
      const id = await fillDraft(app.browser(), { mainEmail })
      const token = String(createDraftLink(app.deps, id, mainEmail, purpose))
      const query = `${purpose === 'delete' ? 'discard' : 'resume'}=${token}`
      for (const time of times) {
        expect(await (await app.request(`/client-form?${query}`)).text(), time).toContain(token)
        expect(await (await app.request('/client-form')).text(), time).not.toContain(token)
      }
    },
  )
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['', null],
])('sends a page for Accept-Encoding "%s" as %s', async (taken, encoding) => {
  const { request } = testApp()
  const plain = await (await request('/')).text()
  const response = await request('/', { headers: { 'accept-encoding': taken } })
  expect(response.headers.get('content-encoding')).toBe(encoding)
  const body = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(body.length))
  const html = encoding === 'br' ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body
  expect(html.toString()).toBe(plain)
})

test.each([
  ['TAG', 304],
  ['W/TAG', 304],
  ['"other" ,W/TAG ,"third"', 304],
  ['"other"', 200],
  ['', 200],
])('answers If-None-Match: %s with %i', async (tags, status) => {
  const { request } = testApp()
  const tag = (await request('/')).headers.get('etag') ?? ''
  const headers = { 'if-none-match': tags.replace('TAG', tag) }
  const response = await request('/', { headers })
  expect([response.status, response.headers.get('etag')]).toEqual([status, tag])
})

test('reveals no hidden path to a HEAD request by its headers or their order', async () => {
  const { request } = testApp({ env: { ADMIN_NETWORKS: '192.0.2.0/24' } })
  const answers = []
  for (const path of ['/nothing', '/nothing', '/admin'])
    answers.push([...(await request(path, { method: 'HEAD' })).headers.keys()])
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
})

function comparable({ headers }: Response) {
  const { 'x-request-id': _, ...others } = Object.fromEntries(headers)
  return others
}
