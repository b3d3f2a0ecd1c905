import type { Page } from 'playwright'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { adminEnv, awake, plantApplication } from '../../support/browser/e2e-admin.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'
import { freePort } from '../../support/built-server.ts'
import { microsoftStandIn } from '../../support/mail/microsoft-stand-in.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'
import { expectAgreedTexts } from '../../support/screens/screens-texts.ts'

const microsoftPort = await freePort()
const microsoftUrl = `http://127.0.0.1:${microsoftPort}`
const site = sharedSite({
  ...adminEnv,
  MICROSOFT_LOGIN_URL: microsoftUrl,
  MICROSOFT_GRAPH_URL: microsoftUrl,
})
// the browser's own lines for the failures that these tests bring about
const desk = sharedAdmin(site, {}, /status of (412|502)/)
let page: Page

/** The worker looks every 15 seconds at the latest. */
const patience = { timeout: 40_000, interval: 300 }

beforeAll(() => {
  page = desk.page
})
beforeEach(open)

async function open() {
  await page.goto('/admin/email-settings')
  await awake(page)
}

const toast = () => page.locator('#toasts .toast')

/** Settings of a mail server on loopback; nobody listens on the first port. */
async function fillSettings(port = 1) {
  await page.getByLabel('SMTP host').fill('127.0.0.1')
  await page.getByLabel('SMTP port').fill(String(port))
  await page.getByLabel('SMTP user').fill('mailer')
  await page.getByLabel('SMTP password').fill('canary secret')
  await page.getByLabel('From email').fill('post@example.com')
  await page.getByLabel('From name').fill('Example Supplier')
  await page.getByLabel('Accounts notification email').fill('accounts@example.com')
}
const save = () => page.getByRole('button', { name: 'Save Settings' }).press('Enter')

test('The settings are saved, stand in Current Status, and the secret never comes back', async () => {
  await fillSettings()
  await save()
  await expectAgreedTexts(page, 'settings saved')
  await page.getByText('127.0.0.1:1').waitFor()
  await page.getByText('Example Supplier <post@example.com>').waitFor()
  expect(await page.getByLabel('SMTP password').inputValue()).toBe('')
  await page.getByText('Saved. Leave blank to keep.').waitFor()
  await page.reload()
  expect(await page.content()).not.toContain('canary')
})

test('The settings are read again when the page opens, as a page from the way back may be older', async () => {
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/email-settings', async (route) => {
    await waiting
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), version: 999 } })
  })
  const again = page.waitForRequest(
    (request) =>
      request.url().endsWith('/admin/email-settings') && request.resourceType() === 'fetch',
  )
  await page.reload()
  await expectAgreedTexts(page, 'settings on their way')
  answer()
  await again
  await page.locator('#loading:empty').waitFor({ state: 'attached' })
  expect(await toast().count()).toBe(0)
  await page.unroute('**/api/email-settings')
})

test('What is missing or wrong stands beside its field and in the toast', async () => {
  await fillSettings()
  await page.getByLabel('From email').fill('nobody')
  await page.getByLabel('From name').fill('')
  await save()
  await page.locator('#settings-fromEmail-error', { hasText: 'Invalid email address' }).waitFor()
  await page.locator('#settings-fromName-error').waitFor()
  await expectAgreedTexts(page, 'email-settings-nameless')
  await page.locator('#error-summary:focus').waitFor()
  await page.getByLabel('From email').fill('post@example.com')
  await page.getByLabel('From name').fill('Example Supplier')
  await page.getByLabel('SMTP user').fill('')
  await page.getByLabel('SMTP port').fill('abc')
  await save()
  await expectAgreedTexts(page, 'email-settings-incomplete')
  expect(await page.getByLabel('SMTP port').inputValue()).toBe('587')
})

test('A save over what a colleague has saved says so beside the field, and the next one counts', async () => {
  await fillSettings()
  await save()
  await page.getByText('Example Supplier <post@example.com>').waitFor()
  const { version, ...saved } = await (await page.request.get('/api/email-settings')).json()
  const data = { ...saved, fromName: 'Other Desk' }
  const headers = { origin: site.server.url }
  expect((await page.request.post('/api/email-settings', { data, headers })).status()).toBe(200)
  await page.getByLabel('From name').fill('Late Desk')
  await save()
  await page.locator('#settings-fromName-error', { hasText: 'Now saved: Other Desk' }).waitFor()
  expect(await page.getByLabel('From name').inputValue()).toBe('Late Desk')
  await save()
  await page.getByText('Late Desk <post@example.com>').waitFor()
})

test('The provider decides which fields show, and both kinds of encryption at once are warned of', async () => {
  await page.getByLabel('Direct SSL').check()
  expect(await page.getByText('This may cause connection issues').isVisible()).toBe(false)
  await page.getByLabel('Require STARTTLS').check()
  await page.getByText('This may cause connection issues').waitFor()
  await page.getByLabel('Email provider').selectOption('SendGrid')
  await page.getByLabel('SendGrid API key').waitFor()
  expect(await page.getByLabel('SMTP host').isVisible()).toBe(false)
  await page.getByLabel('Email provider').selectOption('Microsoft 365 OAuth')
  await page.getByLabel('Tenant ID').waitFor()
  expect(await page.getByLabel('SendGrid API key').isVisible()).toBe(false)
})

test('A test without an address, and one that fails, say so; the log opens and can be cleared', async () => {
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await expectAgreedTexts(page, 'email-settings-no-address')
  await fillSettings()
  await save()
  await toast().getByText('Email settings updated successfully').waitFor()
  await page.getByLabel('Test email address').fill('somebody@example.com')
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await expectAgreedTexts(page, 'a test that fails')
  const log = page.getByRole('log')
  await log.waitFor()
  expect(await log.innerText()).not.toContain('canary')
  expect(await log.innerText()).not.toBe('No logs yet')
  await page.getByRole('button', { name: 'Clear Logs' }).click()
  await log.getByText('No logs yet').waitFor()
})

test('An email that is refused is listed and discarded; the next one is resent and arrives', async () => {
  const smtp = await smtpServer()
  smtp.answer.rcpt = 550
  await fillSettings(smtp.port)
  await save()
  await toast().getByText('Email settings updated successfully').waitFor()
  const [welcome, refused] = [
    await plantApplication(site.server, 'Undelivered Gauges'),
    await plantApplication(site.server, 'Unwelcome Gauges'),
  ].map((id) => `/api/applications/${id}`)
  await page.request.patch(`${refused}/reject`, { data: {} })
  await page.request.patch(`${welcome}/approve`, { data: { customerCode: 'MAIL-1' } })

  const rejection = await listed('Rejection')
  await rejection.getByText('The server rejected the message (550)').waitFor()
  await rejection.getByRole('button', { name: 'Discard' }).press('Enter')
  await page.getByText('The email has been discarded.').waitFor()
  expect(await rejection.count()).toBe(0)

  const approval = await listed('Approval')
  smtp.answer.rcpt = null
  await approval.getByRole('button', { name: 'Resend' }).press('Enter')
  await page.getByText('The email is being sent again.').waitFor()
  await expect
    .poll(() => smtp.arrived.map(({ to }) => to), patience)
    .toEqual([['office@undelivered-gauges.example.com']])
  await open()
  expect(await page.getByRole('button', { name: 'Resend' }).count()).toBe(0)
})

/** An email's entry in the queue, once the worker has tried it. */
async function listed(kind: string) {
  const entry = page.getByRole('listitem').filter({ hasText: kind })
  await expect
    .poll(async () => {
      await open()
      return entry.count()
    }, patience)
    .toBe(1)
  return entry
}

test('Microsoft 365 is saved, connected by its own sign-in and sends; its secret leaves the screen', async () => {
  const tenant = 'example.onmicrosoft.com'
  const microsoft = await microsoftStandIn(tenant, microsoftPort)
  await page.getByLabel('Email provider').selectOption('Microsoft 365 OAuth')
  await page.getByLabel('Client ID').fill('made-up-client')
  await page.getByLabel('Client secret').fill('canary secret')
  await page.getByLabel('Tenant ID').fill(tenant)
  await page.getByLabel('From email').fill('post@example.com')
  await page.getByLabel('Accounts notification email').fill('accounts@example.com')
  await save()
  await toast().getByText('Email settings updated successfully').waitFor()
  expect(await page.getByLabel('Client secret').inputValue()).toBe('')
  // the person at Microsoft's page says yes
  await page.route(`${microsoft.url}/**/authorize?**`, (route) => {
    const asked = new URL(route.request().url()).searchParams
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.search = String(
      new URLSearchParams({ code: 'good-code', state: asked.get('state') ?? '' }),
    )
    return route.fulfill({ status: 302, headers: { location: back.href } })
  })
  await page.getByRole('button', { name: 'Connect Microsoft 365' }).click()
  await page.getByText('Microsoft 365 is connected').waitFor()
  await page.getByText('Connected as accounts@example.com').waitFor()
  await page.getByLabel('Test email address').fill('somebody@example.com')
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await page.getByText('Test email sent successfully to somebody@example.com').waitFor()
  expect(microsoft.emails.map(({ mailbox }) => mailbox)).toEqual(['me'])
  expect(await page.content()).not.toContain('canary')

  await page.getByText('Disconnect', { exact: true }).click()
  await page.getByRole('button', { name: 'Disconnect Microsoft 365' }).click()
  await page.getByText('Microsoft 365 is disconnected').waitFor()
  await page.getByText('No mailbox connected: sends as the application').waitFor()
  expect(await page.getByText('Connected as').count()).toBe(0)
  expect(await page.getByText('Microsoft 365 is connected').count()).toBe(0)
  expect(await page.getByLabel('Access token expires').inputValue()).toBe('')
})
