import { describe, expect, test } from 'vitest'
import { fillDraft } from '../../support/app/applicants.ts'
import { answers, sectionSave } from '../../support/app/application-answers.ts'
import { answerOf } from '../../support/app/browser.ts'
import { expectError } from '../../support/app/scenarios.ts'
import { testApp } from '../../support/app/test-app.ts'

const jsonType = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const own = 'http://localhost:3000'

type Case = [name: string, headers: Record<string, string>]
const refused: Case[] = [
  ...['cross-site', 'same-site', 'none', '', 'SAME-ORIGIN', 'same-origin, same-origin'].map(
    (site): Case => [`Sec-Fetch-Site "${site}"`, { ...jsonType, 'sec-fetch-site': site }],
  ),
  [
    'another site, although its Origin is ours',
    { ...jsonType, 'sec-fetch-site': 'cross-site', origin: own },
  ],
  ...[
    'https://evil.example.com',
    'http://localhost.evil.example.com:3000',
    'http://127.0.0.1.evil.example.com:3000',
    'http://evil.example.com:3000',
    'http://localhost:3001',
    'http://localhost',
    'https://localhost:3000',
    'http://128.0.0.1:3000',
    'http://[::2]:3000',
    'null',
    '',
    'not an origin',
    'file://',
  ].map((origin): Case => [`Origin "${origin}"`, { ...jsonType, origin }]),
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'TEXT/PLAIN; charset=utf-8',
  ].map((type): Case => [`${type} and no word of where it comes from`, { 'content-type': type }]),
]

const taken: Case[] = [
  ['a page of ours', { ...jsonType, 'sec-fetch-site': 'same-origin', origin: own }],
  ['a browser that says only Sec-Fetch-Site', { ...jsonType, 'sec-fetch-site': 'same-origin' }],
  ['a script that says nothing', jsonType],
  ...[own, 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://127.8.9.1:3000'].map(
    (origin): Case => [`Origin ${origin}`, { ...jsonType, origin }],
  ),
]

const calls = [
  ['POST', '/api/applications', sectionSave(4)],
  ['PUT', '/api/applications/{id}', sectionSave(4, { buyerName: 'Forged Sample' })],
  ['POST', '/api/applications/{id}/directors', { directors: [{ name: 'Forged Sample' }] }],
] as const

describe('a write that another site could have caused', () => {
  test.each(refused)(
    '%s is refused on every call, and on those that do not exist',
    async (_, headers) => {
      const app = testApp()
      const browser = app.browser()
      const id = await fillDraft(browser)
      const cookie = `draft=${browser.cookies.get('draft')}`
      const before = app.dump()
      const others = [
        ['POST', '/client-form', { action: 'start-again' }],
        ['DELETE', '/api/applications/{id}', {}],
        ['PATCH', '/api/nothing', {}],
        ['POST', '/', {}],
      ] as const
      for (const [method, path, body] of [...calls, ...others]) {
        const answer = await answerOf(
          await app.request(path.replace('{id}', id), {
            method,
            headers: { ...headers, cookie },
            body: JSON.stringify(body),
          }),
        )
        expect(answer.status, `${method} ${path}`).toBe(403)
        if (path.startsWith('/api')) {
          expectError(answer)
          expect(answer.json?.message).toBe('The request came from another site')
        }
      }
      expect(app.dump()).toEqual(before)
    },
  )

  test.each([
    'https://trade.example.com:8443',
    'http://trade.example.com',
    'https://www.trade.example.com',
    'https://127.0.0.1',
  ])('on a named host %s is another origin', async (origin) => {
    const app = testApp({ env: { APP_URL: 'https://trade.example.com' } })
    const send = (from: string) =>
      app.request('/api/applications', {
        method: 'POST',
        headers: { ...jsonType, origin: from },
        body: JSON.stringify(sectionSave(4)),
      })
    expect((await send(origin)).status).toBe(403)
    expect((await send('https://trade.example.com')).status).toBe(201)
  })
})

describe('a write from our own pages, or from a script', () => {
  test.each(taken)('%s is taken on every call', async (_, headers) => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    const cookie = `draft=${browser.cookies.get('draft')}`
    for (const [method, path, body] of calls) {
      const { status } = await app.request(path.replace('{id}', id), {
        method,
        headers: { ...headers, cookie },
        body: JSON.stringify(body),
      })
      expect(status, `${method} ${path}`).toBeLessThan(300)
    }
  })

  test('a request without a body and without a word passes as far as its own answer', async () => {
    const { status } = await testApp().request('/api/applications', { method: 'POST' })
    expect(status).toBe(400)
  })
})

test('reads are open to links from other sites, and no other site may read the answer', async () => {
  const app = testApp()
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.com' }
  for (const path of ['/', '/client-form', '/success?id=1', '/api/health']) {
    const answer = await app.request(path, { headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  }
})

test('a form of another site cannot post the registration form, our own can', async () => {
  const body = new URLSearchParams({ ...answers[4], step: 'next:4' }).toString()
  const post = async (headers: Record<string, string>) =>
    (
      await testApp().request('/client-form', {
        method: 'POST',
        headers: { ...form, ...headers },
        body,
      })
    ).status
  expect(await post({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await post({ origin: 'https://evil.example.com' })).toBe(403)
  expect(await post({})).toBe(403)
  expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(303)
})
