import { describe, expect, test } from 'vitest'
import { minutes } from '#src/domain/calendar.ts'
import { adminBrowser, makeAdmin } from '../../support/app/admins.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const path = '/admin/company'

const details = {
  name: 'Żółć & Sons Ltd',
  registeredAddress: '1 Mill Lane\r\nLeeds\r\nLS1 4AB',
  companyNumber: '01234567',
  vatNumber: 'GB123456789',
  telephone: '+44 113 496 0000',
  salesEmail: 'trade@sons.example',
  privacyUrl: 'https://sons.example/privacy',
  workingDays: '1',
  promisedFrom: '2',
  promisedTo: '3',
}

const form = (version: number, changes: Partial<typeof details> = {}) => ({
  ...{ action: 'save', version: String(version), ...details, ...changes },
})

/** Details saved once, over the environment's. */
async function saved(changes: Partial<typeof details> = {}) {
  const app = testApp({
    env: { COMPANY_NAME: 'First Ltd', COMPANY_SALES_EMAIL: 'first@one.example' },
  })
  const browser = await adminBrowser(app)
  const answer = await browser.postForm(path, form(0, changes))
  return { app, browser, answer }
}

const stored = (app: TestApp) => app.dump().company ?? []

describe('the company page', () => {
  test('saves the company’s details, says so, and shows them', async () => {
    const { browser, answer } = await saved()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?done=saved`])
    const { text } = await browser.get(`${path}?done=saved`)
    expect(text).toContain('Company details updated successfully')
    expect(text).toContain('value="Żółć &amp; Sons Ltd"')
    expect(text).toContain('1 Mill Lane\nLeeds\nLS1 4AB</textarea>')
  })

  test.each([
    ['name', '  ', 'Company name is required'],
    ['name', 'M'.repeat(101), 'Use 100 characters or fewer'],
    ['salesEmail', 'nobody', 'Invalid email address'],
    ['salesEmail', 'a@b.example\r\nBcc: c@d.example', 'Invalid email address'],
    ['telephone', 'ring us', 'Enter a telephone number such as'],
    ['privacyUrl', 'javascript:alert(1)', 'Enter a web address that begins with'],
    ['privacyUrl', 'https:', 'Enter a web address that begins with'],
    ['registeredAddress', 'x'.repeat(201), 'Use 200 characters or fewer'],
  ])(
    'refuses a company’s %s %j at its field and keeps what was typed',
    async (field, value, message) => {
      const { app, answer } = await saved({ companyNumber: '77777777', [field]: value })
      expect(answer.status).toBe(400)
      expect(answer.text).toMatch(
        new RegExp(`id="details-${field}-error"[^]{0,60}${message.slice(0, 20)}`),
      )
      expect(answer.text).toContain('value="77777777"')
      expect(stored(app)).toEqual([])
    },
  )

  test('warns while nobody else could confirm approvals above the limit for one person', async () => {
    const { app, browser } = await saved()
    const warning = 'nobody could confirm an approval'
    expect((await browser.get(path)).text).not.toContain(warning)
    await browser.postForm(path, { ...form(1), secondPersonAbove: '10,000' })
    expect((await browser.get(path)).text).toContain(warning)
    await makeAdmin(app, { username: 'clerk', password: 'seven green lamps', role: 'reviewer' })
    expect((await browser.get(path)).text).not.toContain(warning)
  })

  test('checks all fields at once and names each in the summary', async () => {
    const { answer } = await saved({ salesEmail: 'nobody', promisedFrom: '5', promisedTo: '2' })
    expect(answer.text).toContain(
      '<a href="#details-salesEmail">Sales email address: Invalid email address</a>',
    )
    expect(answer.text).toContain('Promise to (business days): The second number must not be less')
  })

  test('asks for the password for details and logo when it was given too long ago', async () => {
    const { app, browser } = await saved()
    app.clock.now += minutes(11)
    expect((await browser.postForm(path, form(1, { name: 'Other Ltd' }))).status).toBe(403)
    const logo = new Response(new FormData())
    const headers = { 'content-type': logo.headers.get('content-type') ?? '' }
    const body = await logo.arrayBuffer()
    expect((await browser.send(path, { method: 'POST', headers, body })).status).toBe(403)
    expect(stored(app)).toMatchObject([{ version: 1 }])
  })

  test('refuses to overwrite a newer save of the company page, and shows its values', async () => {
    const { app, browser } = await saved()
    const late = await browser.postForm(path, form(0, { telephone: '0113 496 0001' }))
    expect(late.status).toBe(412)
    expect(late.text).toContain('Now saved: +44 113 496 0000')
    expect(late.text).toContain('value="0113 496 0001"')
    expect(stored(app)).toMatchObject([{ telephone: '+44 113 496 0000', version: 1 }])
    expect(late.text).toContain('name="version" value="1"')
    expect((await browser.postForm(path, form(1, { telephone: '0113 496 0001' }))).status).toBe(303)
    expect(stored(app)).toMatchObject([{ telephone: '0113 496 0001', version: 2 }])
  })
})

describe('the saved company details', () => {
  test.each(['/', '/terms-conditions', '/client-form', '/client-login', '/verify', '/nowhere'])(
    'shows the saved details on %s at once, although the page was rendered before',
    async (page) => {
      const app = testApp({ env: { COMPANY_NAME: 'First Ltd' } })
      const read = async () => (await app.request(page)).text()
      expect([await read(), await read()].every((text) => text.includes('First Ltd'))).toBe(true)
      await (await adminBrowser(app)).postForm(path, form(0))
      const now = await read()
      expect(now).not.toContain('First Ltd')
      for (const text of ['Żółć &amp; Sons Ltd', 'trade@sons.example', '+44 113 496 0000'])
        expect(now).toContain(text)
      expect(now).toContain('Registered address: 1 Mill Lane, Leeds, LS1 4AB')
      expect(now).toContain('Company number: 01234567 · VAT number: GB123456789')
      expect(now).toContain('href="https://sons.example/privacy"')
    },
  )
})
