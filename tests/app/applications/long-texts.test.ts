import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import type { Answer, Browser } from '../../support/app/browser.ts'
import { signedIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

/** Accents in the order that takes longest to compose. */
const accents = (length: number) =>
  `a${'\u0301'.repeat(length / 2)}${'\u0323'.repeat(length / 2)}@example.com`

/** Twice the longest text that any field takes. */
const mostComposed = 4000

type Visit = { app: TestApp; browser: Browser; id: string }

const stranger = async (): Promise<Visit> => {
  const app = testApp()
  return { app, browser: app.browser(), id: '' }
}
const applicant = async (): Promise<Visit> => {
  const app = testApp()
  const browser = app.browser()
  return { app, browser, id: await fillDraft(browser) }
}
const customer = async (): Promise<Visit> => {
  const app = testApp()
  return { app, ...(await signedIn(app)) }
}
const admin = async (): Promise<Visit> => {
  const app = testApp()
  const id = await submit(app.browser())
  return { app, browser: await adminBrowser(app), id }
}

type Row = [name: string, by: () => Promise<Visit>, send: (visit: Visit) => Promise<Answer>]

const marks = { short: accents(1800), medium: accents(6000), long: accents(30_000) }
const longest = accents(180_000)
const directors = [{ name: marks.medium, position: marks.medium }]

const rows: Row[] = [
  ['the first save', stranger, ({ browser }) => call(browser, { businessName: longest })],
  ['a typed name', stranger, ({ browser }) => call(browser, { typedName: longest })],
  ['a list of types', stranger, ({ browser }) => call(browser, { businessTypes: [longest] })],
  ['a yes or no', stranger, ({ browser }) => call(browser, { poMandatory: longest })],
  [
    'a later save',
    applicant,
    ({ browser, id }) => browser.put(`/api/applications/${id}`, { deliveryAddress: longest }),
  ],
  [
    'the directors',
    applicant,
    ({ browser, id }) => browser.post(`/api/applications/${id}/directors`, { directors }),
  ],
  [
    'the form without scripts',
    stranger,
    ({ browser }) => browser.postForm('/client-form', { step: 'next:1', businessName: marks.long }),
  ],
  [
    'a section of the portal',
    customer,
    ({ browser }) => browser.put('/api/client/application/business', { mainEmail: marks.medium }),
  ],
  [
    'special instructions',
    customer,
    ({ browser }) =>
      browser.put('/api/client/application/delivery', { specialInstructions: marks.long }),
  ],
  [
    "an administrator's edit",
    admin,
    ({ browser, id }) => browser.patch(`/api/applications/${id}`, { businessName: marks.long }),
  ],
  [
    'a customer code',
    admin,
    ({ browser, id }) =>
      browser.patch(`/api/applications/${id}/approve`, { customerCode: marks.medium }),
  ],
  [
    'a reason',
    admin,
    ({ browser, id }) => browser.patch(`/api/applications/${id}/reject`, { reason: marks.medium }),
  ],
  [
    'a note',
    admin,
    ({ browser, id }) =>
      browser.postForm(`/admin/applications/${id}`, { action: 'note', note: marks.medium }),
  ],
  [
    'a sign-in address',
    admin,
    ({ browser, id }) =>
      browser.postForm(`/admin/applications/${id}`, { action: 'move', signInEmail: marks.short }),
  ],
  [
    'email settings',
    admin,
    ({ browser }) =>
      browser.post('/api/email-settings', { fromName: marks.medium, smtpHost: marks.medium }),
  ],
  [
    'a test email',
    admin,
    ({ browser }) => browser.post('/api/email-settings/test', { testEmail: marks.short }),
  ],
  [
    'a signature typed on the profile',
    admin,
    ({ browser }) =>
      browser.postForm('/admin/account', { action: 'signature', typedName: accents(600) }),
  ],
  ['a client sign-in', stranger, signIn('/api/client/login', 'email')],
  ['an admin sign-in', stranger, signIn('/api/admin/login', 'username')],
  ['a forgotten password', stranger, signIn('/api/client/forgot-password', 'email')],
]

describe('a text that is far too long is refused before it is composed', () => {
  test.each(rows)('%s', async (_, by, send) => {
    const visit = await by()
    const composed = composedLengths()
    const { status, text } = await send(visit)
    expect(status, text.slice(0, 500)).toBe(400)
    expect(Math.max(0, ...composed())).toBeLessThanOrEqual(mostComposed)
  })

  test('a search finds nothing', async () => {
    const { browser } = await admin()
    const composed = composedLengths()
    const search = encodeURIComponent(marks.short)
    const { status, json } = await browser.get(`/api/applications?search=${search}`)
    expect([status, json?.applications]).toEqual([200, []])
    expect((await browser.get(`/admin/dashboard?search=${search}`)).status).toBe(200)
    expect(Math.max(0, ...composed())).toBeLessThanOrEqual(508)
  })
})

const call = (browser: Browser, body: object) => browser.post('/api/applications', body)

function signIn(path: string, name: string) {
  return ({ browser }: Visit) => browser.post(path, { [name]: marks.short, password: 'x' })
}

/** The lengths of the texts that have been composed since. */
function composedLengths() {
  const spy = vi.spyOn(String.prototype, 'normalize')
  onTestFinished(() => spy.mockRestore())
  return () => spy.mock.contexts.map((text) => String(text).length)
}
