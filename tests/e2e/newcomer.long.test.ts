import type { Page } from 'playwright'
import { extractText } from 'unpdf'
import { expect, onTestFinished, test } from 'vitest'
import { sharedBrowser } from '../support/browser/chromium.ts'
import { submitByCalls } from '../support/browser/e2e-admin.ts'
import { awake, leaveBut, visitor } from '../support/browser/e2e-browser.ts'
import { startServer } from '../support/built-server.ts'
import { type SmtpStandIn, smtpServer } from '../support/mail/smtp-server.ts'
import { makePng } from '../support/pdf/png-maker.ts'

const patience = { timeout: 40_000, interval: 200 }
const password = 'brass kettle on 4 hobs'

const logo = makePng({ width: 60, height: 20, depth: 8, colour: 2, pixel: () => [23, 50, 77] })

/** A port and a folder are all that the server is told. */
const untold = { APP_URL: '', APP_KEY: '', RATE_LIMIT_FACTOR: '', LOG_LEVEL: '' }

/** A new installation, a mail server, and a way to have somebody at a browser. */
async function stage() {
  const smtp = await smtpServer()
  const browser = await sharedBrowser()
  const server = await startServer({ env: untold })
  onTestFinished(() => server.stop())
  async function person() {
    const visit = await visitor(browser, server.url, { reducedMotion: 'no-preference' })
    onTestFinished(() => leaveBut(visit, /Clear-Site-Data/))
    return visit.page
  }
  return { smtp, server, person }
}

test('lets a newcomer start, become the administrator, set everything up and invite a reviewer, who decides', async () => {
  const { smtp, server, person } = await stage()
  const owner = await person()
  await expect.poll(server.output, patience).toContain('/admin/first?token=')
  await owner.goto(/http\S+\/admin\/first\?token=\S+/.exec(server.output())?.[0] ?? '')
  await owner.getByLabel('Username').fill('olive')
  await choosePassword(owner, 'Create Account')

  await owner.getByLabel('Company name').fill('Harbour Gauges Ltd')
  await owner.getByRole('textbox', { name: 'Telephone' }).fill('0113 496 0000')
  await owner.getByLabel('Accent colour', { exact: false }).first().fill('#e03131')
  await press(owner, 'Save Details')
  await owner.getByText('Company details updated successfully').waitFor()
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: logo }
  await owner.getByRole('link', { name: 'Change Logo' }).click()
  await owner.getByLabel('New logo').setInputFiles(file)
  await press(owner, 'Upload Logo')
  await owner.locator('.brand img[src^="/company-logo"]').waitFor()

  await owner.getByRole('link', { name: 'Terms', exact: true }).click()
  await owner.getByLabel('Text', { exact: true }).fill('# Payment\n\nPay within ninety days.')
  const date = owner.getByLabel('In force from')
  await date.fill((await date.getAttribute('min')) ?? '')
  await press(owner, 'Publish Terms')
  await press(owner, 'Publish Now')
  await owner.getByText('Terms published').first().waitFor()

  await owner.getByRole('link', { name: 'Email', exact: true }).click()
  await setMailUp(owner, smtp)

  await owner.getByRole('link', { name: 'Team', exact: true }).click()
  await owner.getByRole('link', { name: 'Invite Somebody' }).click()
  await owner.getByLabel('Username').fill('rita')
  await owner.getByLabel('Email', { exact: true }).fill('rita@example.com')
  await press(owner, 'Send Invitation')
  await owner.getByText('Invitation queued').waitFor()

  const reviewer = await person()
  const invitation = await arrived(smtp, 'rita@example.com')
  expect(invitation.subject).toBe('You are invited to the back office of Harbour Gauges Ltd')
  await reviewer.goto(
    /http\S+\/admin\/invitation\?token=\S+/.exec(invitation.text ?? '')?.[0] ?? '',
  )
  await reviewer.getByText('olive has invited you to the back office').waitFor()
  await choosePassword(reviewer, 'Set password and sign in')
  await reviewer.waitForURL('**/admin/account')

  const id = await submitByCalls(server, 'Newcomer Instruments')
  await reviewer.goto(`/admin/applications/${id}`)
  await awake(reviewer)
  await press(reviewer, 'Approve Application')
  await reviewer.getByLabel('Customer code').fill('NEW-1')
  await press(reviewer, 'Approve & Send Email')
  await reviewer.locator('.review-head .badge', { hasText: 'Approved' }).waitFor()

  const mailbox = 'office@newcomer-instruments.example.com'
  const approval = await arrived(smtp, mailbox, 'approved')
  expect(approval.html).toContain('Harbour Gauges Ltd')
  expect(approval.html).toContain('#e03131')
  // nobody has confirmed the mailbox yet, so the logo is all that comes with it
  expect(approval.attachments.map(({ mimeType }) => mimeType)).toEqual(['image/png'])

  const customer = owner
  await customer.context().clearCookies()
  const { text: words = '' } = approval
  await customer.goto(/http\S+\/client\/set-password\?token=\S+/.exec(words)?.[0] ?? '')
  await customer.getByLabel('New password', { exact: true }).fill(password)
  await customer.getByLabel('Confirm new password', { exact: true }).fill(password)
  await press(customer, 'Set Password')
  await customer.waitForURL('**/client-login')
  const { attachments } = await arrived(smtp, mailbox, 'Your documents')
  const sealed = attachments.find(({ filename }) => filename?.includes('countersigned'))
  const document = new Uint8Array(sealed?.content as ArrayBuffer)
  const { text } = await extractText(document, { mergePages: true })
  expect(text).toContain('Harbour Gauges Ltd')
  expect(text).toContain('rita')

  await customer.goto('/terms-conditions')
  await customer.getByText('Pay within ninety days.').waitFor()
  await customer.locator('.brand img[src^="/company-logo"]').waitFor()
  await customer.getByRole('link', { name: '0113 496 0000' }).waitFor()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function choosePassword(page: Page, button: string) {
  await page.getByLabel('Your full name').fill('Olive Owner')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await press(page, button)
}

async function setMailUp(page: Page, smtp: SmtpStandIn) {
  await awake(page)
  await page.getByLabel('SMTP host').fill('127.0.0.1')
  await page.getByLabel('SMTP port').fill(String(smtp.port))
  await page.getByLabel('SMTP user').fill('mailer')
  await page.getByLabel('SMTP password').fill('made-up secret')
  await page.getByLabel('From email').fill('post@example.com')
  await page.getByLabel('Accounts notification email').fill('accounts@example.com')
  await press(page, 'Save Settings')
  await page.locator('.toast', { hasText: 'Email settings updated successfully' }).waitFor()
}

/** The email to an address whose subject has a word in it, once it has come. */
async function arrived(smtp: SmtpStandIn, address: string, word = '') {
  const found = () =>
    smtp.arrived.find(({ to, mail }) => to.includes(address) && mail.subject?.includes(word))?.mail
  await expect.poll(found, patience).toBeDefined()
  const mail = found()
  if (!mail) throw new Error(`No email to ${address}`)
  return mail
}
