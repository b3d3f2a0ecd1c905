import { describe, expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { fillDraft, startDraft, submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { issueAll } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import {
  putEmails,
  saveMailSettings,
  smtpSettings,
  turn,
} from '../../support/mail/mail-settings.ts'
import { closedPort, smtpServer } from '../../support/mail/smtp-server.ts'

const reference = (html: string) => /<strong id="reference">(.*?)<\/strong>/s.exec(html)?.[1]
const leadsTo = (html: string) => /id="view-application"[^>]* action="([^"]*)"/.exec(html)?.[1]

test('shows everybody the reference in the address, and leads a stranger to the sign-in by View Application', async () => {
  const { text } = await testApp().browser().get('/success?id=7K3M-Q9TX-2VHD')
  expect(text).toContain('<h1>Application Submitted Successfully!</h1>')
  expect(text).toContain('2-3 business days')
  expect(reference(text)).toBe('7K3M-Q9TX-2VHD')
  expect(text).toContain('What happens next')
  expect(text).not.toContain('We do not know')
  expect(text).not.toContain('aria-disabled')
  expect(leadsTo(text)).toBe('/client-login')
  expect(text).toContain('takes you to the client portal sign-in')
})

test('opens the PDF by View Application only where this browser may open it', async () => {
  const app = testApp()
  saveMailSettings(app, smtpSettings(25))
  const applicant = app.browser()
  const id = await submit(applicant)
  const other = app.browser()
  const others = await submit(other, { mainEmail: 'other@example.com' })
  await issueAll(app)
  const pdf = `/api/applications/${id}/pdf`
  const readers = [applicant, clientBrowser(app, id), await adminBrowser(app)]
  const strangers = [other, clientBrowser(app, others), app.browser()]
  for (const browser of [...readers, ...strangers]) {
    const { text } = await browser.get(`/success?id=${id}`)
    const opens = readers.includes(browser)
    expect(reference(text)).toBe(id)
    expect(leadsTo(text)).toBe(opens ? pdf : '/client-login')
    // Other browsers get the current view, which nobody can verify.
    expect(text.includes('check that it is genuine')).toBe(browser === applicant)
    expect(text.includes(`way to <strong>${answers[1].mainEmail}</strong>`)).toBe(opens)
    expect((await browser.get(pdf)).status === 200).toBe(opens)
  }
  app.clock.now += 8 * 24 * 60 * 60 * 1000
  expect(leadsTo((await applicant.get(`/success?id=${id}`)).text)).toBe('/client-login')
})

describe('the announcement of a receipt', () => {
  const missing = /Keep your reference number\. We cannot email you a receipt at the moment/
  const announced = /on its way/

  async function pages(app: TestApp, applicant: Browser, id: string) {
    const texts = []
    for (const browser of [applicant, app.browser()]) {
      const { text } = await browser.get(`/success?id=${id}`)
      texts.push(/<section[^>]*>(.*?)<\/section>/s.exec(text)?.[1] ?? '')
    }
    return texts
  }

  test.each<[string, (app: TestApp) => void | Promise<void>]>([
    ['email is not set up', () => {}],
    [
      'the mail server does not answer',
      async (app) => {
        saveMailSettings(app, smtpSettings(await closedPort()))
        putEmails(app, 1)
        await turn(app)
      },
    ],
    [
      'this installation sends nothing',
      (app) => {
        saveMailSettings(app, smtpSettings(25))
        app.deps.env.SEND_NOTHING = true
      },
    ],
  ])(
    'does not announce a receipt that cannot be sent, nor any email to strangers: %s',
    async (_, prepare) => {
      const app = testApp()
      await prepare(app)
      const applicant = app.browser()
      const id = await submit(applicant)
      const [own = '', strange = ''] = await pages(app, applicant, id)
      expect(own).toMatch(missing)
      expect(own).toContain('mailto:')
      expect(own).not.toMatch(announced)
      expect(strange).toContain('Our accounts team checks what you sent')
      expect(strange).not.toMatch(/e-?mail|receipt|mailto/i)
    },
  )

  test('announces a receipt once it is sent, and while it has just been queued', async () => {
    const app = testApp()
    const server = await smtpServer()
    saveMailSettings(app, smtpSettings(server.port))
    const applicant = app.browser()
    const id = await submit(applicant)
    for (const text of await pages(app, applicant, id)) expect(text).toMatch(announced)
    await turn(app)
    app.clock.now += 60 * 60_000
    expect((await pages(app, applicant, id))[0]).toMatch(announced)
  })

  test('does not announce a receipt that waits for the next day because its mailbox got three already', async () => {
    const app = testApp()
    const server = await smtpServer()
    saveMailSettings(app, smtpSettings(server.port))
    for (let n = 1; n <= 3; n++)
      await submit(app.browser(), { mainEmail: `office+${n}@example.com` })
    const applicant = app.browser()
    const id = await submit(applicant, { mainEmail: 'office+4@example.com' })
    const [own = '', strange = ''] = await pages(app, applicant, id)
    expect(own).toMatch(missing)
    expect(strange).toMatch(announced)
  })

  test('does not announce a receipt that the server refuses, and still announces the others', async () => {
    const app = testApp()
    const server = await smtpServer()
    saveMailSettings(app, smtpSettings(server.port))
    server.answer.data = 452
    const applicant = app.browser()
    const id = await submit(applicant)
    await turn(app)
    const [own = '', strange = ''] = await pages(app, applicant, id)
    expect(own).toMatch(missing)
    expect(strange).toMatch(announced)
  })
})

test.each(['"><script>alert(1)</script>', '</strong><h1>Approved</h1>', 'long'.repeat(100)])(
  'shows the reference %s as plain text',
  async (id) => {
    const { status, text } = await testApp()
      .browser()
      .get(`/success?id=${encodeURIComponent(id)}`)
    expect(status).toBe(200)
    expect(text.match(/<h1/g)).toHaveLength(1)
    expect(text).not.toMatch(/<script(?! type="module" src="\/assets)/)
    expect(unescaped(reference(text) ?? '')).toBe(id)
    expect(leadsTo(text)).toBe('/client-login')
    // somebody may have written a message into the link
    expect(text).toContain('The reference number in this address is not one of ours')
    expect(text).not.toContain('Thank you')
  },
)

test('shows a stranger the same page for a known and an unknown reference', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const stranger = app.browser()
  const known = await stranger.get(`/success?id=${id}`)
  const unknown = await stranger.get('/success?id=0000-0000-0000')
  expect(known.text.replaceAll(id, 'ID')).toBe(unknown.text.replaceAll('0000-0000-0000', 'ID'))
  expect(known.text).not.toContain(answers[1].businessName)
})

test("uses the reference of the browser's cookie when the address has none", async () => {
  const app = testApp()
  const browser = app.browser()
  const id = await submit(browser)
  expect(reference((await browser.get('/success')).text)).toBe(id)
  expect(reference((await browser.get('/success?id=')).text)).toBe(id)
  app.clock.now += 8 * 24 * 60 * 60 * 1000
  expect(reference((await browser.get('/success')).text)).toBeUndefined()
})

test('disables the button without a reference, and shows no reference for a draft', async () => {
  const browser = testApp().browser()
  await startDraft(browser)
  const { text } = await browser.get('/success')
  expect(reference(text)).toBeUndefined()
  expect(text).toMatch(/<button[^>]*aria-disabled="true"/)
  expect(text).toContain('There is no reference number in this address')
  expect(text).not.toContain('What happens next')
  expect(text).toMatch(/have not received anything from you:.*<a href="\/client-form">/)
})

test('says in the form what this browser has sent, until it holds a newer draft', async () => {
  const app = testApp()
  const browser = app.browser()
  const id = await submit(browser)
  const { text } = await browser.get('/client-form')
  expect(text).toContain(`You have sent application <strong class="whole">${id}</strong>`)
  expect((await app.browser().get('/client-form')).text).not.toContain('You have sent')
  await fillDraft(browser, { mainEmail: 'another@example.com' })
  expect((await browser.get('/client-form')).text).not.toContain('You have sent')
})

const unescaped = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
