import { desc } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { eventChanges } from '#db/schema/events.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const list = '/admin/company/emails'
const path = `${list}/new-application`

const words = {
  subject: 'Somebody new: {business}',
  before: 'Have a look,\r\nplease.',
  after: 'Within {promise}.',
}

const form = (version: number, changes: Record<string, string> = {}) => ({
  ...{ action: 'save', version: String(version), ...words, ...changes },
})

const stored = (app: TestApp) => app.dump().email_wordings ?? []

async function signedIn() {
  const app = testApp({ env: { COMPANY_SALES_EMAIL: 'trade@sons.example' } })
  return { app, browser: await adminBrowser(app) }
}

const change = (app: TestApp) =>
  app.deps.db.orm.select().from(eventChanges).orderBy(desc(eventChanges.event)).get()?.changes

/** Returns the address in the frame of a page. */
const frameOf = (text: string) =>
  (/<iframe[^>]* src="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&')

describe('the wording of an email', () => {
  test('restores the original wording of an email, and never uses a version number again', async () => {
    const { app, browser } = await signedIn()
    await browser.postForm(path, form(0))
    const answer = await browser.postForm(path, { action: 'restore', version: '1' })
    expect(answer.headers.get('location')).toBe(`${path}?done=restored`)
    const { text } = await browser.get(path)
    expect(text).toContain('value="New application: {business}"')
    expect(text).not.toContain('Back to Standard Wording')
    expect(change(app)).toContainEqual({ field: 'after', before: 'Within {promise}.', after: '' })
    expect((await browser.postForm(path, form(1))).status).toBe(412)
    expect((await browser.postForm(path, form(2))).status).toBe(303)
  })

  test.each([
    ['subject', '  ', 'Subject is required'],
    ['subject', 'x'.repeat(151), 'Use 150 characters or fewer'],
    ['before', 'x'.repeat(801), 'Use 800 characters or fewer'],
    ['before', 'See shop.example', 'Web addresses and email addresses'],
    ['after', 'write to evil-trade@sons.example', 'Leave a space'],
    ['after', '{customer code}', 'There is no {customer code} in this email'],
    ['after', 'Call {telephone}', 'There is no telephone number'],
  ])(
    'refuses a wording with %s %j at its field, and keeps what was typed',
    async (field, text, why) => {
      const { app, browser } = await signedIn()
      const answer = await browser.postForm(path, form(0, { [field]: text }))
      expect(answer.status).toBe(400)
      expect(answer.text).toMatch(new RegExp(`id="wording-${field}-error"[^]{0,60}${why}`))
      expect(answer.text).toContain(field === 'after' ? 'Have a look,' : 'Within {promise}.')
      expect(stored(app)).toEqual([])
    },
  )

  test('does not save a wording over somebody else’s, not even after a preview', async () => {
    const { app, browser } = await signedIn()
    await browser.postForm(path, form(0))
    const previewed = await browser.postForm(path, form(0, { action: 'preview', after: 'Mine' }))
    expect(previewed.text).toContain('name="version" value="0"')
    const late = await browser.postForm(path, form(0, { after: 'Mine' }))
    expect(late.status).toBe(412)
    expect(late.text).toContain('Now saved: Within {promise}.')
    expect(late.text).toContain('Mine</textarea>')
    expect(stored(app)).toMatchObject([{ after: 'Within {promise}.', version: 1 }])
    expect(late.text).toContain('name="version" value="1"')
  })
})

describe('the preview of an email', () => {
  test.each([
    ['receipt', 'Your form is attached.', true],
    ['approval', 'Please find ATTACHMENTS below.', true],
    ['rejection', 'Our decision is enclosed.', true],
    ['code-corrected', 'Your document is below.', false],
    ['documents', 'Your documents are attached.', false],
    ['new-application', 'It is attached.', false],
  ])('warns in the preview of a %s that says %j: %s', async (kind, before, warns) => {
    const { browser } = await signedIn()
    const typed = { action: 'preview', version: '0', subject: 'Yours', before, after: '' }
    const { text } = await browser.postForm(`${list}/${kind}`, typed)
    expect(text.includes('Your wording says that something is attached')).toBe(warns)
  })

  const html = async (browser: Browser, text: string) => browser.get(frameOf(text))

  test('previews the typed email before it is saved, in a frame that runs no scripts', async () => {
    const { app, browser } = await signedIn()
    const typed = form(0, { action: 'preview', before: 'Zażółć <script>alert(1)</script>' })
    const { status, text, headers } = await browser.postForm(path, typed)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toContain("frame-src 'self'")
    expect(text).toContain('Not saved yet')
    expect(text).toContain('Somebody new: Example Instruments Ltd')
    expect(text).toMatch(/<iframe[^>]* sandbox=""/)
    const framed = await html(browser, text)
    expect(framed.text).toContain('<p>Zażółć &lt;script&gt;alert(1)&lt;/script&gt;</p>')
    expect(framed.headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    )
    expect(framed.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(stored(app)).toEqual([])
  })
})
