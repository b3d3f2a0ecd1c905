import type { Page } from 'playwright'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { expectAgreedTexts } from '../../support/agreed-texts.ts'
import {
  addColleague,
  adminEnv,
  plantApplication,
  signInByCall,
} from '../../support/browser/e2e-admin.ts'
import { awake } from '../../support/browser/e2e-browser.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)
const desk = sharedAdmin(site)
const other = sharedAdmin(site)
let page: Page

beforeAll(() => {
  page = desk.page
})

async function open(path: string, on = page) {
  await on.goto(path)
  await awake(on)
}
const openNew = async (name: string) => {
  const id = await plantApplication(site.server, name)
  await open(`/admin/applications/${id}`)
  return id
}
const rows = () => page.locator('.table-applications tbody tr')
const press = (on: Page, name: string) => on.getByRole('button', { name, exact: true }).click()
const toast = (on: Page, text: string) => on.locator('#toasts').getByText(text).waitFor()
const badge = (words: string, on = page) =>
  on.locator('.review-head .badge', { hasText: words }).waitFor()

test('finds, filters and exports on the dashboard, draws its chart, and comes back by the Back button', async () => {
  await plantApplication(site.server, 'Findable Gauges')
  await open('/admin/dashboard')
  await page.keyboard.press('/')
  await page.locator('#search:focus').waitFor()
  await page.locator('#plot canvas').waitFor()
  await press(page, 'Show as table')
  expect(await page.locator('.months').isVisible()).toBe(true)
  await page.getByRole('searchbox').fill('findable g')
  await page.getByRole('searchbox').press('Enter')
  await page.waitForURL('**/admin/dashboard?search=findable+g')
  await page.locator('tbody a:focus').waitFor()
  await expect.poll(() => rows().count()).toBe(1)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^applications-.*\.csv$/)
  await page.getByRole('searchbox').fill('no such company')
  await press(page, 'Search')
  await page.getByText('No applications found').waitFor()
  await page.goBack()
  await expect.poll(() => rows().count()).toBe(1)
  expect(await page.getByRole('searchbox').inputValue()).toBe('findable g')
  const found = rows().getByRole('rowheader', { name: 'Findable Gauges' })
  await page.getByRole('link', { name: 'Approved clients' }).click()
  await found.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Pending applications' }).click()
  await found.waitFor()
  await page.route('**/api/applications?*', (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.getByRole('searchbox').fill('fails')
  await page.getByRole('searchbox').press('Enter')
  await expectAgreedTexts(page, 'a list that fails')
  expect(await page.locator('#search:focus').count()).toBe(1)
  await page.unroute('**/api/applications?*')
  await page.getByRole('link', { name: 'View Findable Gauges' }).press('Enter')
  await page.getByRole('heading', { name: /^Application #/ }).waitFor()
})

test('leads an open page to the sign-in when its session has ended', async () => {
  await open('/admin/dashboard')
  const cookies = await page.context().cookies()
  await page.route('**/api/admin/me', (route) => route.fulfill({ status: 401, body: '{}' }))
  await page.reload()
  await expectAgreedTexts(page, 'a session in doubt')
  await page.locator('[data-private]').waitFor({ state: 'hidden' })
  await page.unroute('**/api/admin/me')
  await page.context().clearCookies()
  onTestFinished(() => page.context().addCookies(cookies))
  await page.waitForURL((url) => url.pathname === '/admin')
})

test('approves by keyboard, once for a double click, then rejects and approves again', async () => {
  const id = await openNew('Decided Instruments')
  const codes: unknown[] = []
  await page.route(`**/api/applications/${id}/approve`, async (route) => {
    codes.push(route.request().postDataJSON())
    expect(await page.locator('#approve [type=submit]').first().isDisabled()).toBe(true)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Approve Application' }).press('Enter')
  const send = page.getByRole('button', { name: 'Approve & Send Email' })
  expect(await send.isDisabled()).toBe(true)
  await page.getByText('Enter a customer code to approve the application.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await press(page, 'Approve Application')
  await page.getByLabel('Customer code').fill('CUST-0001')
  await send.dblclick()
  await expectAgreedTexts(page, 'an approval')
  await badge('Approved')
  expect(codes).toEqual([{ customerCode: 'CUST-0001' }])

  await press(page, 'Reject Application')
  await page.getByLabel('Reason (optional)').fill('References not received')
  await press(page, 'Reject & Send Email')
  await expectAgreedTexts(page, 'a rejection')
  await page.locator('.notice', { hasText: 'References not received' }).waitFor()

  await press(page, 'Re-approve Application')
  expect(await page.getByLabel('Customer code').inputValue()).toBe('CUST-0001')
  await send.click()
  await badge('Approved')

  await openNew('Second Holder')
  await press(page, 'Approve Application')
  await page.getByLabel('Customer code').fill('CUST-0001')
  await send.click()
  await page.getByText('Customer code CUST-0001 is also used by Decided Instruments').waitFor()
  await send.press('Enter')
  await page.locator('[name=sharedCode]:focus').waitFor()
  await send.press('Enter')
  await page.getByText('Tick this if both are meant to have it').waitFor()
  await page.getByLabel('Give both companies this code').check()
  await send.click()
  await badge('Approved')
})

test('lets one reviewer propose an approval above the limit and another confirm it', async () => {
  addColleague(site.server, 'second', 'reviewer')
  await page.goto('/admin/company')
  await page.getByLabel('Two people must approve credit limits above').fill('10,000')
  await press(page, 'Save Details')
  await page.getByText('Company details updated').waitFor()
  const id = await openNew('Two Persons Gauges')
  await press(page, 'Approve Application')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Customer code').fill('TWO-1')
  await dialog.getByText('Enter a credit limit too').waitFor()
  await dialog.getByLabel('Credit limit in £').fill('a lot')
  await press(page, 'Approve & Send Email')
  await dialog.getByText('Enter whole pounds').waitFor()
  await dialog.getByLabel('Credit limit in £').fill('£25,000')
  await dialog.getByText('Above £10,000: this proposes the approval').waitFor()
  await press(page, 'Propose the Approval')
  await toast(page, 'Somebody else has to confirm it')
  await badge('Proposed')

  const two = (await site.guest()).page
  await signInByCall(two, 'second')
  await two.goto(`/admin/applications/${id}`)
  await two.getByRole('region', { name: 'Proposed Approval' }).getByText('£25,000').waitFor()
  await press(two, 'Confirm Approval')
  await two.getByRole('dialog').getByText('TWO-1').waitFor()
  await press(two, 'Confirm & Send Email')
  await badge('Approved', two)
})

test('sends only what was changed in an edit, and undoes nothing of somebody else’s at the same time', async () => {
  const id = await openNew('Shared Desk Gauges')
  const two = other.page
  await open(page.url(), two)
  await press(two, 'Edit')
  await page.getByRole('button', { name: 'Edit' }).press('Enter')
  await page.locator('#edit-businessName:focus').waitFor()
  await page.getByLabel('Buyer name').fill('First Desk')
  await page.getByLabel('Buyer fax').fill('')
  await page.getByLabel('Accounts telephone').fill('')
  await press(page, 'Save Changes')
  await page.locator('#edit-errors', { hasText: 'Accounts telephone is required' }).waitFor()
  await page.getByLabel('Accounts telephone').fill('020 7946 0999')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await press(page, 'Save Changes')
  expect((await sent).postDataJSON()).toEqual({
    buyerName: 'First Desk',
    buyerFax: null,
    accountsTelephone: '020 7946 0999',
  })
  await expectAgreedTexts(page, 'an update')
  await page.locator('#edit-record:focus').waitFor()

  await two.getByLabel('Site contact').fill('Second Desk')
  await two.getByLabel('Buyer name').fill('Other Words')
  await press(two, 'Save Changes')
  await toast(two, 'What you typed is kept')
  await two
    .locator('#edit-buyerName-error', { hasText: 'Somebody else has saved “First Desk”' })
    .waitFor()
  await two.getByLabel('Buyer name').fill('First Desk')
  expect(await two.getByLabel('Site contact').inputValue()).toBe('Second Desk')
  await press(two, 'Save Changes')
  await toast(two, 'Application Updated')
  const answer = await two.request.get(`/api/applications/${id}`)
  expect(await answer.json()).toMatchObject({ buyerName: 'First Desk', siteContact: 'Second Desk' })
})

test('shows what somebody has changed before a decision is made', async () => {
  const id = await openNew('Changed Under Hand')
  const two = other.page
  await open(page.url(), two)
  await press(two, 'Reject Application')
  await press(page, 'Edit')
  await page.getByLabel('Buyer name').fill('Kept While Away')
  await press(page, 'Save Changes')
  await toast(page, 'Application Updated')

  await press(two, 'Reject & Send Email')
  await expectAgreedTexts(two, 'a rejection that fails')
  await two.getByRole('dialog').getByText('changed Buyer name').waitFor()
  await two.locator('.record', { hasText: 'Kept While Away' }).waitFor()

  await press(two, 'Cancel')
  await press(two, 'Reject Application')
  const data = { customerCode: 'FASTER', creditLimit: 500 }
  await page.request.patch(`/api/applications/${id}/approve`, { data })
  await press(two, 'Reject & Send Email')
  await two.locator('#overtaken:focus', { hasText: 'customer code FASTER' }).waitFor()
  await two.keyboard.press('Enter')
  await badge('Approved', two)
  await press(two, 'Reject Application')
  await press(two, 'Reject & Send Email')
  await toast(two, 'Application rejected and customer notified via email')
})
