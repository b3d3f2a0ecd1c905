import type { Page } from 'playwright'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { addColleague, adminEnv, signInByCall } from '../../support/browser/e2e-admin.ts'
import { awake } from '../../support/browser/e2e-browser.ts'
import { drawSignature } from '../../support/browser/e2e-registration.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'
import { csvOf, customerRows } from '../../support/customer-files.ts'

const site = sharedSite(adminEnv)
// the browser's own lines for the failures that these tests bring about
const expected = /status of 4\d\d|ERR_FAILED|Failed to fetch dynamically|Clear-Site-Data/
const desk = sharedAdmin(site, {}, expected)
let page: Page

beforeAll(() => {
  page = desk.page
})

async function open(path: string, on = page) {
  await on.goto(path)
  await awake(on)
}
const press = (name: string, on = page) => on.getByRole('button', { name, exact: true }).click()
const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
const toast = (text: string, on = page) => on.locator('#toasts').getByText(text).waitFor()

function askedOnLeaving() {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.dismiss()
  })
  onTestFinished(() => void page.removeAllListeners('dialog'))
  return asked
}

test('asks before leaving while something is typed, also after it was refused', async () => {
  const asked = askedOnLeaving()
  const leave = () =>
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Team' }).click()
  await open('/admin/company')
  await page.getByLabel('Telephone (optional)').fill('ring us')
  await leave()
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await press('Save Details')
  await page.locator('#error-summary:focus').waitFor()
  await awake(page)
  expect(await page.getByLabel('Telephone (optional)').inputValue()).toBe('ring us')
  await leave()
  await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload'])
  await page.getByLabel('Telephone (optional)').fill('')
  await page.getByLabel('Company name', { exact: true }).fill('Example Supplier Ltd')
  await press('Save Details')
  await page.getByText('Company details updated successfully').waitFor()
  await awake(page)
  await leave()
  await page.waitForURL('**/admin/team')
})

test('returns a form whose session has ended, and saves it after a sign-in in another tab', async () => {
  await open('/admin/team?edit=invitation')
  await page.getByLabel('Username').fill('newhand')
  await page.getByLabel('Email').fill('newhand@example.com')
  await page.getByLabel('Role').selectOption('viewer')
  await expect.poll(() => page.locator('#checking').textContent()).toBe('')
  await page.context().clearCookies()
  await press('Send Invitation')
  await page.getByRole('link', { name: 'Sign in again (opens in new tab)' }).first().waitFor()
  await awake(page)
  expect(await page.getByLabel('Username').inputValue()).toBe('newhand')
  await signInByCall(page, desk.username)
  await press('Send Invitation')
  await page.getByRole('region', { name: 'newhand' }).getByText('Viewer').waitFor()
})

test('sends a plain form once for a double click on its button', async () => {
  const sent: string[] = []
  const note = (request: { method: () => string; url: () => string }) =>
    request.method() === 'POST' && sent.push(request.url())
  await open('/admin/integrations?edit=create-key')
  await page.getByLabel('Name of the new key').fill('Twice')
  page.on('request', note)
  await page.getByRole('button', { name: 'Create Key' }).dblclick()
  await page.getByRole('heading', { name: 'API key “Twice”' }).waitFor()
  page.off('request', note)
  expect(sent).toHaveLength(1)
  await page.getByLabel('I have copied it').check()
  await press('Done')
  await page.getByText('Not used yet').first().waitFor()
})

test('asks before a page with a new secret is left, until the secret is marked as copied', async () => {
  const asked = askedOnLeaving()
  await open('/admin/integrations?edit=create-key')
  await page.getByLabel('Name of the new key').fill('Kept')
  await press('Create Key')
  await page.locator('#new-secret:focus', { hasText: 'API key “Kept”' }).waitFor()
  await awake(page)
  expect(page.url()).not.toContain('cs_')
  const secret = await page.locator('code.secret').innerText()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press('Copy')
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await follow('Home')
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await page.getByLabel('I have copied it').check()
  await press('Done')
  await page.getByText('Not used yet').first().waitFor()
})

test('keeps a file of customers selected from its check to its import', async () => {
  await open('/admin/customers?edit=import')
  await page.getByLabel('CSV file').setInputFiles({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csvOf(...customerRows(3))),
  })
  await press('Check File')
  const report = page.getByRole('region', { name: 'customers.csv' })
  await report.getByText('Nothing yet').waitFor()
  await press('Import Customers')
  await page.waitForURL((url) => url.pathname === '/admin/customers' && url.search === '')
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByText('3 customers').count()
    })
    .toBeGreaterThan(0)
})

test('reports a file of customers as too large when it is selected, and explains a proxy’s refusal', async () => {
  await open('/admin/customers?edit=import')
  const file = (size: number) => ({
    name: 'large.csv',
    mimeType: 'text/csv',
    buffer: Buffer.alloc(size, 'a'),
  })
  await page.getByLabel('CSV file').setInputFiles(file(10 * 1024 * 1024 + 1))
  await page.getByText('The file is larger than 10 MB.').waitFor()
  await page.getByLabel('CSV file').setInputFiles(file(1000))
  const proxy = { status: 413, contentType: 'text/html', body: '<h1>413</h1>nginx' }
  await page.route('**/admin/customers', (route) => route.fulfill(proxy))
  await press('Check File')
  await toast('The file is larger than the server accepts.')
  await page.unroute('**/admin/customers')
})

test('previews the terms in place, and asks again after somebody else’s version', async () => {
  await open('/admin/company/terms')
  const text = page.getByLabel('Text', { exact: true })
  await text.fill('# Prices\n\nOur prices are net of VAT.')
  await press('Preview')
  await page.locator('#termsResult:focus').getByText('Our prices are net of VAT.').waitFor()
  expect(await text.inputValue()).toContain('# Prices')

  addColleague(site.server, 'publisher')
  const other = (await site.guest({}, expected)).page
  await signInByCall(other, 'publisher')
  await open('/admin/company/terms', other)
  await other.getByLabel('In force from').fill('2031-01-02')
  await press('Publish Terms', other)
  await press('Publish Now', other)
  await other.getByText('Terms published').first().waitFor()

  await page.getByLabel('In force from').fill('2031-01-02')
  await press('Publish Terms')
  await toast('Other terms have been published')
  expect(await text.inputValue()).toContain('# Prices')
  await press('Publish Terms')
  await press('Publish Now')
  await page.getByText('Terms published').first().waitFor()
})

test('previews the words of an email in place, and saves them', async () => {
  await open('/admin/company/emails/receipt')
  await page.getByLabel('Subject').fill('Your application has arrived')
  await press('Preview')
  await page.getByText('Not saved yet').waitFor()
  await press('Save Wording')
  await page.getByText('The wording has been saved').first().waitFor()
  expect(await page.getByLabel('Subject').inputValue()).toBe('Your application has arrived')
})

test('accepts an accent colour that is picked or typed, and shows it in both themes', async () => {
  await open('/admin/company')
  const accent = page.getByLabel('Accent colour (optional)')
  await accent.fill('#1d70b8')
  await page.getByText('#1d70b8 is used unchanged').waitFor()
  await page.getByLabel('Pick the accent colour').fill('#00aa00')
  expect(await accent.inputValue()).toBe('#00aa00')
  const colours = await page
    .locator('.accent-sample .button')
    .evaluateAll((samples) => samples.map((sample) => getComputedStyle(sample).backgroundColor))
  expect(colours[0]).not.toBe(colours[1])
})

test('says that a drawing pad does not load, and offers to try again', async () => {
  await page.route(/\/assets\/pad-.*\.js/, (route) => route.abort())
  await open('/admin/account?edit=signature')
  await page.getByText('did not load. Please type your name').waitFor()
  await page.unroute(/\/assets\/pad-.*\.js/)
  await press('Try to Draw Again')
  const canvas = page.locator('canvas')
  await canvas.waitFor()
  await drawSignature(page, canvas)
  await press('Save Signature')
  await page.getByText('Signature saved.').waitFor()
})

test('keeps a text as it was typed before the scripts run', async () => {
  let letThrough = () => {}
  const typed = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await typed
    await route.continue()
  })
  await page.goto('/admin/company/terms', { waitUntil: 'commit' })
  const text = page.getByLabel('Text', { exact: true })
  await text.fill('# Early\n\nTyped before the scripts ran.')
  letThrough()
  await awake(page)
  expect(await text.inputValue()).toBe('# Early\n\nTyped before the scripts ran.')
  await press('Preview')
  await page.locator('#termsResult').getByText('Typed before the scripts ran.').waitFor()
})
