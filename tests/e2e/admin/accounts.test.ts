import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { admin, adminEnv, plantApplication, signInByCall } from '../../support/browser/e2e-admin.ts'
import { leave, visitor } from '../../support/browser/e2e-browser.ts'
import { password, says } from '../../support/browser/e2e-client.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'
import { startServer } from '../../support/built-server.ts'
import { call, passwordLink } from '../../support/calls.ts'
import { jsonPeer } from '../../support/mail/json-peer.ts'
import { answerTo, officer, profile } from '../../support/registers.ts'

const site = sharedSite(adminEnv)
const desk = sharedAdmin(site, {}, /status of 409/)
let page: Page

beforeAll(() => {
  page = desk.page
})

const record = (id: string) => `/admin/applications/${id}`
const press = (name: string | RegExp, within: Page | Locator = page) =>
  within
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

async function approve(businessName: string, more: object = {}) {
  const id = await plantApplication(site.server, businessName)
  const data = { customerCode: id.slice(0, 4), ...more }
  const answer = await page.request.patch(`/api/applications/${id}/approve`, { data })
  expect(answer.status()).toBe(200)
  return id
}

const dayFrom = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10)

test('lists an account that is due for review, and sets its next date by a review', async () => {
  const id = await approve('Due Ltd', { reviewDate: dayFrom(2) })
  await page.goto(record(id))
  await press('Review Account')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Next review date').fill('2031-03-01')
  await dialog.getByLabel('Remark').fill('Pays on time')
  await press('Save Review', dialog)
  await says(page, 'Account reviewed')
  await says(page, '1 March 2031')
  await page.goto('/admin/dashboard?status=review-due')
  await page.getByText('No applications').first().waitFor()
})

test('makes a closed account read-only for its customer until it is reopened', async () => {
  const id = await approve('Closed Ltd')
  await page.goto(record(id))
  await press('Close Account')
  const dialog = page.getByRole('dialog')
  await press('Close Account', dialog)
  await says(page, 'Enter a reason')
  await dialog.getByLabel('Reason').fill('Ceased trading')
  await press('Close Account', dialog)
  await says(page, 'Account closed')
  await says(page, ': Ceased trading')
  await page.goto('/admin/dashboard?status=closed')
  await page.getByRole('table').getByText('Closed Ltd').first().waitFor()

  const { page: portal } = await site.guest()
  const email = 'office@closed-ltd.example.com'
  const body = { token: passwordLink(site.server, email), password }
  await call(site.server.url, 'POST', '/api/client/set-password', { body })
  await portal.request.post('/api/client/login', { data: { email, password } })
  await portal.goto('/client-portal')
  await says(portal, 'Your trade account is closed')
  expect(await portal.getByRole('button', { name: 'Edit' }).count()).toBe(0)

  await page.goto(record(id))
  await press('Reopen Account')
  await press('Reopen Account', page.getByRole('dialog'))
  await says(page, 'Account reopened')
  await portal.reload()
  await portal.getByRole('button', { name: 'Edit' }).first().waitFor()
})

test('says how many applications retention would remove before it starts', async () => {
  await page.goto('/admin/company')
  await page.getByRole('link', { name: 'Change Retention' }).click()
  await page.getByLabel('Remove closed accounts after (days)').fill('2555')
  await press('Save Retention')
  await says(page, '0 rejected applications and 0 closed accounts would be removed')
  await press('Save Retention')
  await says(page, 'Retention saved')
  await says(page, 'Removed after 2,555 days')
})

test('finds, downloads and erases a person on the privacy page', async () => {
  await plantApplication(site.server, 'Forgotten Ltd')
  const who = 'office@forgotten-ltd.example.com'
  await page.goto('/admin/privacy')
  await page.getByLabel('Email address or reference').fill(who)
  await press('Find')
  await says(page, 'Forgotten Ltd')
  const [download] = await Promise.all([page.waitForEvent('download'), press('Download as JSON')])
  expect(await readFile(await download.path(), 'utf8')).toContain('Forgotten Ltd')
  await page.getByLabel(`Type “${who}” to confirm`).fill(who)
  await press('Erase for Good')
  await says(page, 'Erased for good')
  await page.getByLabel('Email address or reference').fill(who)
  await press('Find')
  await says(page, 'There is no data under this address or reference')
})

test('exports to the ledger who was approved since its last file, and lists whom it would refuse', async () => {
  await approve('Ledger One Ltd', { customerCode: 'LEDGER1' })
  await approve('Ledger Two Ltd', { customerCode: 'NOT A CODE' })
  const download = async () => {
    await page.goto('/admin/customers')
    const [file] = await Promise.all([page.waitForEvent('download'), press('Download for Sage 50')])
    return readFile(await file.path(), 'utf8')
  }
  const first = await download()
  expect(first).toContain('"LEDGER1"')
  expect(first).not.toContain('NOT A CODE')
  await page.reload()
  await page.getByText('left out, because Sage 50 would refuse them').click()
  await says(page, 'is not 1 to 8 letters and digits')
  expect(await download()).not.toContain('LEDGER1')
})

// last, because no other approval may follow while a check is open
test('requires a check of one’s own under Company, records it, and then lets credit be approved', async () => {
  const id = await plantApplication(site.server, 'Checked Ltd')
  await page.goto('/admin/company')
  await page.getByLabel('Company name', { exact: true }).fill('Example Supplier Ltd')
  await page.getByLabel('Checks of your own').fill('Visited the workshop')
  await page.getByLabel('Approve credit only once no check is open').check()
  await press('Save Details')
  await says(page, 'Company details updated successfully')

  await page.goto(record(id))
  await press('Approve Application')
  await page.getByLabel('Customer Code').fill('CHK1')
  await press('Approve & Send Email')
  await says(page, 'Still open: Visited the workshop')
  await page.goto(record(id))
  await page.getByText('Record a check').click()
  await page.getByLabel('Result').selectOption('passed')
  await page.getByLabel('Note', { exact: true }).first().fill('Two benches, five people')
  await press('Record Check')
  await says(page, 'Check recorded')
  await says(page, 'Two benches, five people')
  await press('Approve Application')
  await page.getByLabel('Customer Code').fill('CHK1')
  await press('Approve & Send Email')
  await says(page, 'Application approved and customer notified via email')
})

test('asks both registers with a key of the supplier, and marks what is odd', async () => {
  const closed = { ...profile, company_status: 'dissolved' }
  const wrongs = { answer: null, waits: null, profile: closed, officers: [officer('SAMPLE, Ann')] }
  const registers = await jsonPeer((asked) => answerTo(asked, wrongs))
  const env = { ...adminEnv, COMPANIES_HOUSE_URL: registers.url, HMRC_URL: registers.url }
  const server = await startServer({ env, shown: true })
  onTestFinished(() => server.stop())
  const guest = await visitor(site.browser, server.url)
  onTestFinished(() => leave(guest))
  const { page } = guest
  const id = await plantApplication(server, 'Registered Ltd')
  await signInByCall(page, admin.username)
  for (const [name, key] of [
    ['companies-house', 'API key'],
    ['hmrc', 'Client secret'],
  ] as const) {
    await page.goto(`/admin/integrations?edit=${name}`)
    const form = page.locator(`form#${name}`)
    if (name === 'hmrc') await form.getByLabel('Client ID').fill('us')
    await form.getByLabel(key).fill('canary-key')
    await form.getByRole('button', { name: 'Save' }).click()
    await says(page, 'The key has been saved')
    await page.reload()
  }
  expect(await page.content()).not.toContain('canary-key')
  await page.goto(record(id))
  for (const register of ['Companies House', 'HMRC (VAT)']) {
    await page.getByRole('button', { name: `Ask now: ${register}` }).click()
    await page.getByRole('button', { name: `Ask again: ${register}` }).waitFor()
  }
  await says(page, 'Dissolved')
  await says(page, 'Worth a look')
  await says(page, 'SAMPLE CALIBRATION LTD')
})
