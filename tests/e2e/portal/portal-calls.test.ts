import { expect, test } from 'vitest'
import { awake } from '../../support/browser/e2e-admin.ts'
import { customerOf, says } from '../../support/browser/e2e-client.ts'
import { commonSite, regular } from '../../support/browser/e2e-site.ts'

const site = commonSite()
const customer = customerOf(site)
const visit = regular(site)
const record = '**/api/client/application'

test('the portal asks for the session alone, and for nothing at a focus', async () => {
  const { page } = visit
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  const checked = page.waitForResponse('**/api/client/me')
  await customer.enter(page)
  await checked
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByRole('tab', { name: 'Directors' }).click()
  expect(asked).toEqual(['/api/client/me'])
})

test('what another tab has saved is not overwritten, and what was typed stays', async () => {
  const { page, context } = visit
  await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
  await awake(page)
  await page.getByLabel('Buyer name').fill('Being typed')
  const beside = await context.newPage()
  await beside.goto('/client-portal?tab=buyer&edit=buyer')
  await beside.getByLabel('Buyer name').fill('Bought Beside')
  await beside.getByRole('button', { name: 'Save' }).click()
  await says(beside, 'Your changes have been saved')
  for (let times = 0; times < 2; times++) {
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('#section-notice:focus').waitFor()
    await says(page, 'This application has been changed since you opened it.')
    expect(await page.getByLabel('Buyer name').inputValue()).toBe('Being typed')
  }
  await page.getByRole('link', { name: 'Reload the page' }).click()
  await page.getByText('Bought Beside').waitFor()
})

test('a new business name stands in the heading at once', async () => {
  const { page } = visit
  await customer.enter(page, '/client-portal?edit=business')
  await awake(page)
  await page.getByLabel('Business name').fill('Renamed Example')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Renamed Example' }).waitFor()
})

test('a save sends its fields alone, names whose page it is, and says when nothing changed', async () => {
  const { page } = visit
  await customer.enter(page, '/client-portal?tab=accounts')
  await page.getByRole('tab', { name: 'Accounts' }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('radio', { name: 'No' }).check()
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  const request = await sent
  const body = request.postDataJSON()
  expect(body.poMandatory).toBe(false)
  expect(Object.keys(body).sort()).toEqual([
    ...['accountsEmail', 'accountsFax', 'accountsName', 'accountsTel', 'financialEmail'],
    ...['invoiceAddress', 'invoicePostCode', 'invoiceQueriesEmail', 'poMandatory'],
  ])
  expect(request.headers()['if-match']).toMatch(/^"[\dA-Z-]+\.v\d+"$/)
  await says(page, 'the accounts team has been notified.')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await says(page, 'No changes to save')
  expect(await page.locator('#toasts').innerText()).not.toContain('notified')
})

test("an error under one of the portal's names stands beside its field", async () => {
  const { page } = visit
  await customer.enter(page, '/client-portal?tab=accounts&edit=accounts')
  await awake(page)
  const errors = { accountsEmail: 'Nobody reads this mailbox' }
  await page.route(`${record}/accounts`, (route) =>
    route.fulfill({ status: 400, json: { message: errors.accountsEmail, errors } }),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  const field = page.locator('.field', { has: page.locator('[name=accountsEmail]') })
  await field.getByText(errors.accountsEmail).waitFor()
  await page.locator('#error-summary').getByRole('link', { name: errors.accountsEmail }).click()
  await page.locator('[name=accountsEmail]:focus').waitFor()
})

test('a save that has to wait offers no reload, which would drop what was typed', async () => {
  const { page } = visit
  await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
  await awake(page)
  await page.route(`${record}/buyer`, (route) =>
    route.fulfill({ status: 429, json: { message: 'Too many requests.' } }),
  )
  await page.getByLabel('Buyer name').fill('Waits A Minute')
  await page.getByRole('button', { name: 'Save' }).click()
  const notice = page.locator('#section-notice:focus')
  await notice.getByText('Too many requests.').waitFor()
  expect(await notice.getByRole('link').count()).toBe(0)
  expect(await page.getByLabel('Buyer name').inputValue()).toBe('Waits A Minute')
})

test('a slow save is neither cancelled nor does its answer close another section', async () => {
  const { page } = visit
  await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
  await awake(page)
  let release = () => {}
  const held = new Promise<void>((go) => {
    release = go
  })
  await page.route(`${record}/buyer`, async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('Buyer name').fill('Saved Slowly')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByLabel('Buyer name').inputValue()).toBe('Saved Slowly')
  release()
  await says(page, 'Your changes have been saved')
  await page.getByText('Saved Slowly').first().waitFor()
})
