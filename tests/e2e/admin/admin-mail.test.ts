import Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { expectAgreedTexts } from '../../support/agreed-texts.ts'
import { admin, adminEnv } from '../../support/browser/e2e-admin.ts'
import { awake } from '../../support/browser/e2e-browser.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)
// the browser's own lines for the failures that these tests bring about
const desk = sharedAdmin(site, {}, /status of (40[13]|412|50\d)|ERR_FAILED/)
const other = sharedAdmin(site)
let page: Page

beforeAll(() => {
  page = desk.page
})
beforeEach(open)

async function open() {
  await page.goto('/admin/email-settings')
  await awake(page)
}

const toast = () => page.locator('#toasts .toast')

/** Settings of a mail server on loopback; nobody listens there. */
async function fillSettings() {
  await page.getByLabel('SMTP host').fill('127.0.0.1')
  await page.getByLabel('SMTP port').fill('1')
  await page.getByLabel('SMTP user').fill('mailer')
  await page.getByLabel('SMTP password').fill('canary secret')
  await page.getByLabel('From email').fill('post@example.com')
  await page.getByLabel('From name').fill('Example Supplier')
  await page.getByLabel('Accounts notification email').fill('accounts@example.com')
}
const save = () => page.getByRole('button', { name: 'Save Settings' }).press('Enter')

test('saves the settings, shows them in Current Status, and never returns the secret', async () => {
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

test('reports a test without an address and one that fails, and opens and clears the log', async () => {
  await page.clock.install()
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await expectAgreedTexts(page, 'email-settings-no-address')
  // the field says it as well
  await page.clock.fastForward(9000)
  await toast().waitFor({ state: 'detached' })
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

/** What a call sends or is answered by an administrator who uses no page. */
async function savedByCall(changes: object) {
  const stored = await (await page.request.get('/api/email-settings')).json()
  const data = { ...stored, smtpPassword: 'canary secret', ...changes }
  const answer = await page.request.post('/api/email-settings', { data })
  expect(answer.status()).toBe(200)
}

/** Lets a call through until the test ends, but answers it with nothing. */
async function cutReading(method: string) {
  await page.route('**/email-settings*', (route) =>
    route.request().method() === method ? route.abort() : route.continue(),
  )
  onTestFinished(() => page.unrouteAll({ behavior: 'wait' }))
}

test('saves numbers as numbers, switches as switches, blanks as blanks and a port without digits as 587', async () => {
  await fillSettings()
  await page.getByLabel('SMTP port').fill('abc')
  await page.getByLabel('Require STARTTLS').check()
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await save()
  expect((await sent).postDataJSON()).toMatchObject({
    emailProvider: 'smtp',
    smtpPort: 587,
    smtpSecure: false,
    smtpRequireTls: true,
    attachDocuments: true,
    version: expect.any(Number),
    sendgridApiKey: '',
    oauth365ClientId: '',
  })
  await toast().getByText('Email settings updated successfully').waitFor()
  expect(await page.getByLabel('SMTP port').inputValue()).toBe('587')
  expect(await page.getByLabel('Require STARTTLS').isChecked()).toBe(true)
  await page.getByText('This may cause connection issues').waitFor({ state: 'hidden' })
  await page.getByLabel('Direct SSL').check()
  await page.getByText('This may cause connection issues').waitFor()
})

test('replaces what was served by the answer on waking, but not what is typed', async () => {
  await savedByCall({ smtpHost: 'served.example.com', fromName: 'Served Desk' })
  const stored = await (await page.request.get('/api/email-settings')).json()
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/api/email-settings', async (route) => {
    await held
    await route.fulfill({
      json: { ...stored, smtpHost: 'newer.example.com', fromName: 'Newer Desk' },
    })
  })
  onTestFinished(() => page.unrouteAll({ behavior: 'wait' }))
  await open()
  await page.getByText('Loading email settings...').waitFor()
  await page.getByLabel('From name').fill('Typed Meanwhile')
  answer()
  await page.getByText('newer.example.com:').waitFor()
  expect(await page.getByLabel('SMTP host').inputValue()).toBe('newer.example.com')
  expect(await page.getByLabel('From name').inputValue()).toBe('Typed Meanwhile')
  await page.getByText('Loading email settings...').waitFor({ state: 'detached' })
})

test('reports a save as done when the next read fails, and saves again without a reload', async () => {
  await savedByCall({})
  await open()
  await cutReading('GET')
  await page.getByLabel('From name').fill('Saved In A Tunnel')
  await save()
  await toast().getByText('Email settings updated successfully').waitFor()
  await toast().getByText('Failed to fetch email settings').waitFor()
  await page.getByText('Saved In A Tunnel <').waitFor()
  await page.getByLabel('From name').fill('Saved Twice')
  await save()
  await page.getByText('Saved Twice <').waitFor()
  expect(await page.getByLabel('From name').inputValue()).toBe('Saved Twice')
})

test('tells the second of two administrators what the first has saved, and keeps what was typed', async () => {
  await savedByCall({ fromName: 'Before', accountsNotificationEmail: 'before@example.com' })
  await open()
  await page.getByLabel('From name').fill('Second Desk')
  const two = other.page
  await two.goto('/admin/email-settings')
  await awake(two)
  await two.getByLabel('From name').fill('First Desk')
  await two.getByLabel('Accounts notification email').fill('first@example.com')
  await two.getByRole('button', { name: 'Save Settings' }).click()
  await two.locator('#toasts').getByText('Email settings updated successfully').waitFor()
  await save()
  await toast().getByText('These settings have been changed since you opened this page').waitFor()
  await page.locator('#settings-fromName-error', { hasText: 'First Desk' }).waitFor()
  expect(await page.getByLabel('From name').inputValue()).toBe('Second Desk')
  const notified = page.getByLabel('Accounts notification email')
  await expect.poll(() => notified.inputValue()).toBe('first@example.com')
  await save()
  await toast().getByText('Email settings updated successfully').waitFor()
  expect(await (await page.request.get('/api/email-settings')).json()).toMatchObject({
    fromName: 'Second Desk',
    accountsNotificationEmail: 'first@example.com',
  })
})

test('keeps the chosen provider when somebody else has saved meanwhile', async () => {
  await savedByCall({ emailProvider: 'smtp' })
  await open()
  await page.getByLabel('Email provider').selectOption('SendGrid')
  await page.getByLabel('SendGrid API key').fill('SG.canary')
  await savedByCall({ fromName: 'Somebody Else' })
  await save()
  await toast().getByText('changed since you opened this page').waitFor()
  expect(await page.getByLabel('Email provider').inputValue()).toBe('sendgrid')
  expect(await page.getByLabel('SendGrid API key').inputValue()).toBe('SG.canary')
  await save()
  await page.getByRole('region', { name: 'Current Status' }).getByText('Configured').waitFor()
  expect(await page.getByLabel('SendGrid API key').inputValue()).toBe('')
  await savedByCall({ emailProvider: 'smtp', smtpHost: '127.0.0.1' })
})

test('asks for Microsoft’s address by a call and goes there from Connect Microsoft 365', async () => {
  await savedByCall({
    emailProvider: 'oauth365',
    oauth365ClientId: '0f0e0d0c-0000-4000-8000-000000000001',
    oauth365ClientSecret: 'canary',
    oauth365TenantId: 'example.com',
  })
  onTestFinished(() => savedByCall({ emailProvider: 'smtp' }))
  await open()
  const asked = page.waitForRequest('**/api/email-settings/microsoft/connect')
  await page.route('https://login.microsoftonline.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Microsoft</title>' }),
  )
  onTestFinished(() => page.unrouteAll({ behavior: 'wait' }))
  await page.getByRole('button', { name: 'Connect Microsoft 365' }).click()
  expect((await asked).postDataJSON()).toEqual({})
  await page.waitForURL('https://login.microsoftonline.com/**code_challenge_method=S256**')
})

test('goes on with a save after a fresh password, and keeps what is typed after the end of the session', async () => {
  await savedByCall({})
  await open()
  const bodies: { currentPassword?: string }[] = []
  const message = 'Please confirm your password first'
  await page.route('**/api/email-settings', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    bodies.push(route.request().postDataJSON())
    if (bodies.length > 1) return route.continue()
    return route.fulfill({ status: 403, json: { message, errors: { currentPassword: message } } })
  })
  await page.getByLabel('From name').fill('Fresh Desk')
  await save()
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await dialog.getByLabel('Your own password').fill(admin.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await toast().getByText('Email settings updated successfully').waitFor()
  expect(bodies.map(({ currentPassword }) => currentPassword)).toEqual([undefined, admin.password])
  await page.unrouteAll({ behavior: 'wait' })

  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.getByLabel('From name').fill('Typed Too Late')
  await save()
  await page.getByText('then press Save Settings on this page').waitFor()
  await page.context().addCookies(cookies)
  await save()
  await page.getByText('Typed Too Late <').waitFor()
})

test('discards an email that could not be sent while other settings are being typed', async () => {
  const db = new Database(`${site.server.dataDir}/countersign.db`)
  db.prepare(
    `insert into jobs (kind, data, dedupe_key, state, attempts, last_reason, created_at, next_at)
     values ('test', '{}', 'planted', 'dead', 9, 'DROPPED', 0, 0)`,
  ).run()
  db.close()
  const queue = page.getByRole('region', { name: 'Mail queue' })
  await queue.getByRole('link', { name: 'Refresh' }).click()
  await page.getByLabel('From name').fill('Half Typed')
  await queue.getByRole('button', { name: 'Discard' }).click()
  await toast().getByText('The email has been discarded.').waitFor()
  await queue.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' })
  expect(await page.getByLabel('From name').inputValue()).toBe('Half Typed')
})
