import { describe, expect, test } from 'vitest'
import { createLimits } from '#src/security/limits.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft, startDraft, submit } from '../../support/app/applicants.ts'
import { finalSave, sectionSave } from '../../support/app/application-answers.ts'
import type { Answer, Browser } from '../../support/app/browser.ts'
import { signedIn } from '../../support/app/clients.ts'
import { issueAll } from '../../support/app/documents.ts'
import { expectError } from '../../support/app/scenarios.ts'
import { type TestApp, type TestAppOptions, testApp } from '../../support/app/test-app.ts'

/** A hundredth of the limits, so that they are soon reached. */
const tight = { limitFactor: 0.01 }

type Call = (browser: Browser, id: string) => Promise<Answer>
const limits: [
  name: string,
  most: number,
  prepare: (browser: Browser) => Promise<string>,
  call: Call,
][] = [
  ['600 drafts', 6, async () => '', (browser) => browser.post('/api/applications', sectionSave(4))],
  [
    '1200 saves',
    12,
    (browser) => startDraft(browser),
    (browser, id) => browser.put(`/api/applications/${id}`, sectionSave(4)),
  ],
  [
    '300 submits',
    3,
    (browser) => fillDraft(browser),
    (browser, id) => browser.put(`/api/applications/${id}`, finalSave()),
  ],
]

describe('an hour holds', () => {
  test.each(limits)('limits one address in an hour to %s', async (_, most, prepare, call) => {
    const app = testApp(tight)
    const browser = app.browser()
    const id = await prepare(browser)
    for (let count = 0; count < most; count += 1)
      expect((await call(browser, id)).status).toBeLessThan(300)
    const before = app.dump()
    const answer = await call(browser, id)
    expect(answer.status).toBe(429)
    expectError(answer)
    expect(answer.json?.message).toBe('Too many requests. Please try again in 60 minutes.')
    const wait = Number(answer.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(3500)
    expect(wait).toBeLessThanOrEqual(3600)
    expect(app.dump()).toEqual(before)
  })
})

const passwordForms: [name: string, path: string, fields: Record<string, string>][] = [
  ['requests for a link', '/client/forgot-password', { email: 'nobody@example.com' }],
  [
    'tries of a link',
    '/client/set-password',
    { token: 'x'.repeat(43), password: 'long enough', confirmPassword: 'long enough' },
  ],
]

test.each(passwordForms)(
  'allows 60 %s an hour from one address, by call and by form together',
  async (_, path, fields) => {
    const app = testApp({ limitFactor: 0.05 })
    const call = () => app.browser().post(`/api${path}`, fields)
    const form = () => app.browser().postForm(path, fields)
    for (const ask of [call, form, call]) expect((await ask()).status).not.toBe(429)
    for (const ask of [call, form]) {
      const answer = await ask()
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500)
      expect(answer.text).toContain('Too many requests. Please try again in 60 minutes.')
    }
    const elsewhere = await app.browser('192.0.2.7').post(`/api${path}`, fields)
    expect(elsewhere.status).not.toBe(429)
  },
)

test('allows 60 tries of back office links an hour from one address', async () => {
  const app = testApp({ limitFactor: 0.05 })
  const statuses: number[] = []
  for (const page of ['set-password', 'invitation', 'first', 'set-password', 'invitation'])
    statuses.push((await app.browser().postForm(`/admin/${page}`, { token: 'x' })).status)
  expect(statuses).toEqual([400, 400, 400, 429, 429])
})

test('allows each reader 60 PDFs a minute of one application', async () => {
  const app = testApp({ limitFactor: 0.05 })
  const applicant = app.browser()
  const id = await submit(applicant)
  const reviewer = await adminBrowser(app)
  const get = async (browser: Browser) => (await browser.get(`/api/applications/${id}/pdf`)).status
  const four = async (browser: Browser) => [
    await get(browser),
    await get(browser),
    await get(browser),
    await get(browser),
  ]
  await issueAll(app)
  expect(await four(applicant)).toEqual([200, 200, 200, 429])
  expect(await four(reviewer)).toEqual([200, 200, 200, 429])
  const other = await submit(applicant, { mainEmail: 'other@example.com' })
  await issueAll(app)
  expect((await applicant.get(`/api/applications/${other}/pdf`)).status).toBe(200)
})

test('allows 200 saves a day by one customer, by call and by form together', async () => {
  const app = testApp()
  const { browser } = await signedIn(app)
  app.deps.limits = createLimits(0.01)
  const call = (buyerName: string) => browser.put('/api/client/application/buyer', { buyerName })
  const form = (buyerName: string) =>
    browser.postForm('/client-portal', { section: 'buyer', buyerName })
  expect((await call('One')).status).toBe(200)
  expect((await form('Two')).status).toBe(303)
  const refused = await form('Three')
  expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('Three')])
  const again = await call('Three')
  expect(again.status).toBe(429)
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(86_000)
})

describe('whom a limit counts', () => {
  const statuses = async (app: TestApp, peers: string[], forwarded?: (at: number) => string) => {
    const answered: number[] = []
    for (const [at, peer] of peers.entries()) {
      const headers = forwarded && { 'x-forwarded-for': forwarded(at) }
      const made = await app.browser(peer).post('/api/applications', sectionSave(4), headers)
      answered.push(made.status)
    }
    return answered
  }
  const times = (count: number, peer: string) => Array<string>(count).fill(peer)
  const six = Array<number>(6).fill(201)

  const proxied: TestAppOptions = { ...tight, env: { TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.9' } }

  test('counts the last hop that is not ours behind a trusted proxy', async () => {
    const app = testApp(proxied)
    const hop = (at: number) => `198.51.100.${at}, 10.1.2.3`
    expect(await statuses(app, times(7, '192.0.2.9'), hop)).toEqual([...six, 201])
    const same = (at: number) => `203.0.113.${at}, 198.51.100.77, 10.1.2.3`
    expect(await statuses(app, times(7, '192.0.2.9'), same)).toEqual([...six, 429])
  })
})
