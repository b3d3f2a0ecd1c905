import { expect, test } from 'vitest'
import { customerOf, says } from '../../support/browser/e2e-client.ts'
import { commonSite, regular } from '../../support/browser/e2e-site.ts'

const site = commonSite()
const customer = customerOf(site)
const visit = regular(site)
const record = '**/api/client/application'

test('the portal reads the application and its directors once, and again at no focus', async () => {
  const { page } = visit
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/client\/(application|directors)$/.test(pathname)) asked.push(pathname)
  })
  const listed = page.waitForResponse('**/api/client/directors')
  await customer.enter(page)
  await listed
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByRole('tab', { name: 'Directors' }).click()
  expect(asked).toEqual(['/api/client/application', '/api/client/directors'])
})

test('what comes late replaces what is shown, nothing that is being typed, and lets no save over it', async () => {
  const { page, context } = visit
  await customer.enter(page)
  let release = () => {}
  const held = new Promise<void>((go) => {
    release = go
  })
  await page.route(record, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/client-portal?tab=buyer&edit=buyer')
  await page.getByRole('tab', { name: 'Buyer' }).waitFor()
  await page.getByLabel('Buyer name').fill('Being typed')
  const beside = await context.newPage()
  await beside.goto('/client-portal?tab=business&edit=business')
  await beside.getByLabel('Business name').fill('Renamed Beside')
  await beside.getByRole('button', { name: 'Save' }).click()
  await says(beside, 'Your changes have been saved')
  await beside.goto('/client-portal?tab=buyer&edit=buyer')
  await beside.getByLabel('Buyer name').fill('Bought Beside')
  await beside.getByRole('button', { name: 'Save' }).click()
  await says(beside, 'Your changes have been saved')
  const listed = page.waitForResponse('**/api/client/directors')
  release()
  await listed
  await page.getByRole('heading', { level: 1, name: 'Renamed Beside' }).waitFor()
  expect(await page.getByLabel('Buyer name').inputValue()).toBe('Being typed')
  for (let times = 0; times < 2; times++) {
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('#section-notice:focus').waitFor()
    await says(page, 'This application has been changed since you opened it.')
    expect(await page.getByLabel('Buyer name').inputValue()).toBe('Being typed')
  }
  await page.getByRole('link', { name: 'Reload the page' }).click()
  await page.getByText('Bought Beside').waitFor()
})

test('a reading that fails leaves the page as it is', async () => {
  const { page } = visit
  await customer.enter(page)
  await page.route(record, (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  const failed = page.waitForResponse(record)
  await page.reload()
  await failed
  await page.getByRole('tab', { name: 'Business' }).waitFor()
  await page.getByText('Under Review', { exact: true }).waitFor()
  expect(await page.locator('#toasts .toast-error').count()).toBe(0)
  expect(visit.complaints.splice(0).join()).toContain('status of 500')
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
  expect([body.poMandatory, 'id' in body]).toEqual([false, false])
  expect(request.headers()['if-match']).toMatch(/^"[\dA-Z-]+\.v\d+"$/)
  await says(page, 'the accounts team has been notified.')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await says(page, 'No changes to save')
  expect(await page.locator('#toasts').innerText()).not.toContain('notified')
})

test('a slow save is neither cancelled nor does its answer close another section', async () => {
  const { page } = visit
  await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
  await page.locator('[data-awake=true]').first().waitFor({ state: 'attached' })
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
