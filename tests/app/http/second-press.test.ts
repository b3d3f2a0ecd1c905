import { expect, test, vi } from 'vitest'
import { attachments } from '#db/schema/review.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { saveCompany } from '#src/domain/company/save-company.ts'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { signedIn } from '../../support/app/clients.ts'
import { review } from '../../support/app/review.ts'
import { testApp } from '../../support/app/test-app.ts'
import { officer } from '../../support/mail/mail-settings.ts'
import { ask, pdf } from '../../support/requests.ts'

const markIn = (text: string) => /name="press" value="([^"]+)"/.exec(text)?.[1] ?? ''

/** Posts like a browser without scripts, with the mark first, as in the form. */
function postFiles(
  browser: Browser,
  path: string,
  fields: Record<string, string>,
  field: string,
  file: File,
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append(field, file)
  return browser.send(path, { method: 'POST', body })
}

/** A client with one open question, and the form that answers it. */
async function asked() {
  const app = testApp()
  const { browser, id } = await signedIn(app)
  await ask(await adminBrowser(app), id, 'Please send your accounts')
  const page = await browser.get('/client-portal')
  const request = /name="request" value="(\d+)"/.exec(page.text)?.[1] ?? ''
  const fields = { press: markIn(page.text), application: id, request, answer: 'Here they are' }
  return { app, browser, fields }
}

test('stores an answer with a file once when it is pressed twice, and confirms both presses', async () => {
  const { app, browser, fields } = await asked()
  const cookies = new Map(browser.cookies)
  for (let press = 0; press < 2; press += 1) {
    // The browser sends the second request before it has the first answer.
    browser.cookies.clear()
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    const sent = await postFiles(browser, '/client-portal', fields, 'files', pdf())
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/client-portal'])
    expect((await browser.get('/client-portal')).text.includes(clientToasts.answered.title)).toBe(
      true,
    )
  }
  expect(app.deps.db.orm.select().from(attachments).all()).toHaveLength(1)
})

test('says that the question is closed when an answer is sent again from a new page', async () => {
  const { browser, fields } = await asked()
  await postFiles(browser, '/client-portal', fields, 'files', pdf())
  const press = markIn((await browser.get('/client-portal')).text)
  const late = await postFiles(browser, '/client-portal', { ...fields, press }, 'files', pdf())
  expect(late.status).toBe(409)
})

test('saves a portal section once when it is pressed twice, and confirms both presses', async () => {
  const app = testApp()
  const { browser, id } = await signedIn(app)
  const { text } = await browser.get('/client-portal?tab=buyer&edit=buyer')
  const version = /name="version" value="(\d+)"/.exec(text)?.[1] ?? ''
  const form = { section: 'buyer', application: id, version, buyerName: 'Bo', press: markIn(text) }
  const before = new Map(browser.cookies)
  for (let press = 0; press < 2; press += 1) {
    browser.cookies.clear()
    for (const [name, value] of before) browser.cookies.set(name, value)
    expect((await browser.postForm('/client-portal', form)).status).toBe(303)
    expect((await browser.get('/client-portal')).text.includes(clientToasts.updated.title)).toBe(
      true,
    )
  }
  await browser.post('/api/client/logout')
  for (const [name, value] of before) browser.cookies.set(name, value)
  expect((await browser.postForm('/client-portal', form)).status).toBe(401)
})

test('records a check with a file once when it is pressed twice', async () => {
  const { app, admin, page } = await review()
  const { legal: _, version, ...present } = companyOf(app.deps)
  saveCompany(app.deps, officer, { ...present, readyChecks: ['Credit report'] }, version)
  const { text } = await admin.get(page)
  const fields = {
    press: markIn(text),
    check: 'Credit report',
    state: 'passed',
    checkNote: '',
    expected: '0',
  }
  for (let press = 0; press < 2; press += 1)
    expect((await postFiles(admin, page, fields, 'files', pdf())).status).toBe(303)
  expect(app.deps.db.orm.select().from(attachments).all()).toHaveLength(1)
})

test.each(['/client-portal', '/admin/dashboard', '/admin/company?edit=logo', '/admin/team'])(
  'puts the page’s mark into each form of %s that posts',
  async (path) => {
    const app = testApp()
    const browser = path.startsWith('/admin')
      ? await adminBrowser(app)
      : (await signedIn(app)).browser
    const pages = [await browser.get(path), await browser.get(path)]
    const marks = pages.map(({ text }) => {
      const forms = text.match(/<form [^>]*method="post"[^>]*>.{0,120}/gs) ?? []
      return new Set(forms.map(markIn))
    })
    expect(marks.map(({ size }) => size)).toEqual([1, 1])
    expect(marks[0]).not.toEqual(marks[1])
    expect([...(marks[0] ?? [])]).not.toContain('')
  },
)

test('forgets after a minute what a press has shown', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const app = testApp()
    const browser = await adminBrowser(app)
    const { text } = await browser.get('/admin/integrations')
    const form = { action: 'create-key', name: 'ERP', press: markIn(text) }
    await browser.postForm('/admin/integrations', form)
    expect(app.deps.pressed.size).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(app.deps.pressed.size).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
