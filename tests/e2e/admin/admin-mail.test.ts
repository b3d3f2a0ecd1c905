import type { Browser, Page } from 'playwright'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { sharedBrowser } from '../../support/browser/chromium.ts'
import { adminEnv, awake, signInByCall, submitByCalls } from '../../support/browser/e2e-admin.ts'
import { leaveBut, visitor } from '../../support/browser/e2e-browser.ts'
import { startServer } from '../../support/built-server.ts'
import { microsoftStandIn } from '../../support/mail/microsoft-stand-in.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

/** The worker looks every 15 seconds at the latest. */
const patience = { timeout: 40_000, interval: 300 }

let browser: Browser

beforeAll(async () => {
  browser = await sharedBrowser()
})

/** An app of its own and an administrator at its email settings. */
async function atSettings(env: Record<string, string> = {}) {
  const server = await startServer({ env: { ...adminEnv, ...env }, shown: true })
  const reviewer = await visitor(browser, server.url)
  onTestFinished(async () => {
    await leaveBut(reviewer, /status of 502/)
    await server.stop()
  })
  const { page } = reviewer
  await signInByCall(page)
  await open(page)
  return { page, server }
}

async function open(page: Page) {
  await page.goto('/admin/email-settings')
  await awake(page)
}

async function fillSender(page: Page) {
  await page.getByLabel('From email').fill('post@example.com')
  await page.getByLabel('Accounts notification email').fill('accounts@example.com')
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await page.locator('.toast', { hasText: 'Email settings updated successfully' }).waitFor()
}

test('Microsoft 365 is saved, connected by its own sign-in and sends; its secret leaves the screen', async () => {
  const tenant = 'example.onmicrosoft.com'
  const microsoft = await microsoftStandIn(tenant)
  const { page } = await atSettings({
    MICROSOFT_LOGIN_URL: microsoft.url,
    MICROSOFT_GRAPH_URL: microsoft.url,
  })
  await page.getByLabel('Email provider').selectOption('Microsoft 365 OAuth')
  await page.getByLabel('Client ID').fill('made-up-client')
  await page.getByLabel('Client secret').fill('canary secret')
  await page.getByLabel('Tenant ID').fill(tenant)
  await fillSender(page)
  await save(page)
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

test('An email that is refused is listed and discarded; the next one is resent and arrives', async () => {
  const smtp = await smtpServer()
  smtp.answer.rcpt = 550
  const { page, server } = await atSettings()
  await page.getByLabel('SMTP host').fill('127.0.0.1')
  await page.getByLabel('SMTP port').fill(String(smtp.port))
  await page.getByLabel('SMTP user').fill('mailer')
  await page.getByLabel('SMTP password').fill('canary secret')
  await fillSender(page)
  await save(page)
  await submitByCalls(server, 'Undelivered Gauges')

  const receipt = await listed(page, 'Receipt')
  await receipt.getByText('The server rejected the message (550)').waitFor()
  await receipt.getByRole('button', { name: 'Discard' }).press('Enter')
  await page.getByText('The email has been discarded.').waitFor()
  expect(await receipt.count()).toBe(0)

  const announcement = await listed(page, 'New application')
  smtp.answer.rcpt = null
  await announcement.getByRole('button', { name: 'Resend' }).press('Enter')
  await page.getByText('The email is being sent again.').waitFor()
  await expect
    .poll(() => smtp.arrived.map(({ to }) => to), patience)
    .toEqual([['accounts@example.com']])
  await open(page)
  expect(await page.getByRole('button', { name: 'Resend' }).count()).toBe(0)
})

/** An email's entry in the queue, once the worker has tried it. */
async function listed(page: Page, kind: string) {
  const entry = page.getByRole('listitem').filter({ hasText: kind })
  await expect
    .poll(async () => {
      await open(page)
      return entry.count()
    }, patience)
    .toBe(1)
  return entry
}
