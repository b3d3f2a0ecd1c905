import type { Page } from 'playwright'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  addColleague,
  admin,
  adminEnv,
  awake,
  plantApplication,
  signInByCall,
} from '../../support/browser/e2e-admin.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'
import { expectAgreedTexts } from '../../support/screens/screens-texts.ts'

const site = sharedSite(adminEnv)
const desk = sharedAdmin(site)
let page: Page

beforeAll(() => {
  page = desk.page
})

async function open(path: string) {
  await page.goto(path)
  await awake(page)
}
const rows = () => page.locator('.table-applications tbody tr')

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const badge = (words: string, of = page) =>
  of.locator('.review-head .badge', { hasText: words }).waitFor()

describe('the sign-in', () => {
  test('asks the server only for a whole answer, says what is wrong, and greets on the dashboard', async () => {
    const { page } = await site.guest()
    let calls = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls += 1
    })
    const login = page.getByRole('button', { name: 'Login' })
    await page.goto('/admin')
    await login.click()
    await page.locator('#sign-in-username-error', { hasText: 'Username is required' }).waitFor()
    await page.locator('#sign-in-password-error', { hasText: 'Password is required' }).waitFor()
    expect(await page.getByLabel('Username').getAttribute('aria-invalid')).toBe('true')
    expect(calls).toBe(0)
    await page.getByLabel('Username').fill(admin.username)
    await page.getByLabel('Password').fill('wrong')
    await login.click()
    await expectAgreedTexts(page, 'an admin sign-in refused')
    await page.route('**/api/admin/login', async (route) => {
      await page.getByRole('button', { name: 'Logging in...' }).waitFor()
      await route.continue()
    })
    await page.getByLabel('Password').fill(admin.password)
    await login.click()
    await page.waitForURL('**/admin/dashboard')
    await expectAgreedTexts(page, 'an admin sign-in')
    await page.goto('/admin')
    expect(new URL(page.url()).pathname).toBe('/admin/dashboard')
  })

  test('is where a page that is open goes when its session has ended', async () => {
    await open('/admin/dashboard')
    await page.route('**/api/admin/me', (route) => route.fulfill({ status: 401, body: '{}' }))
    await page.reload()
    await expectAgreedTexts(page, 'a session in doubt')
    await page.locator('[data-private]').waitFor({ state: 'hidden' })
    await page.unroute('**/api/admin/me')
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    onTestFinished(() => page.context().addCookies(cookies))
    await page.waitForURL((url) => url.pathname === '/admin')
  })
})

describe('the dashboard', () => {
  test('finds a company, filters, says when there is none or a call fails, and goes back with the Back button', async () => {
    await plantApplication(site.server, 'Findable Gauges')
    await open('/admin/dashboard')
    await page.getByRole('searchbox').fill('findable g')
    await page.getByRole('searchbox').press('Enter')
    await page.waitForURL('**/admin/dashboard?search=findable+g')
    await expect.poll(() => rows().count()).toBe(1)
    await page.getByRole('searchbox').fill('no such company')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('No applications found').waitFor()
    await page.goBack()
    await expect.poll(() => rows().count()).toBe(1)
    expect(await page.getByRole('searchbox').inputValue()).toBe('findable g')
    const found = rows().getByRole('rowheader', { name: 'Findable Gauges' })
    await page.getByRole('link', { name: 'Approved clients' }).click()
    await found.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Pending applications' }).click()
    await found.waitFor()
    await rows().getByText('Waiting 0 working days').first().waitFor()
    await page.route('**/api/applications?*', (route) => route.fulfill({ status: 400, body: '{}' }))
    await page.getByRole('searchbox').fill('x')
    await page.getByRole('searchbox').press('Enter')
    await expectAgreedTexts(page, 'a list that fails')
    await rows().getByRole('rowheader', { name: 'Findable Gauges' }).waitFor()
    await page.unroute('**/api/applications?*')
    await page.getByRole('link', { name: 'View Findable Gauges' }).press('Enter')
    await page.getByRole('heading', { name: /^Application #/ }).waitFor()
  })

  test('draws its chart with the table a press away, and says when the updates cannot be read', async () => {
    await page.route('**/recent-updates', (route) => route.fulfill({ status: 400, body: '{}' }))
    await open('/admin/dashboard')
    await expectAgreedTexts(page, 'updates that fail')
    await page.unroute('**/recent-updates')
    await page.locator('#plot canvas').waitFor()
    await press(page, 'Show as table')
    expect(await page.locator('.months').isVisible()).toBe(true)
    await press(page, 'Show as chart')
    expect(await page.locator('#plot canvas').isVisible()).toBe(true)
  })
})

describe('a review', () => {
  test('approves by keyboard, refuses an empty code, then rejects and approves again', async () => {
    await open(`/admin/applications/${await plantApplication(site.server, 'Decided Instruments')}`)
    await page.getByRole('button', { name: 'Approve Application' }).press('Enter')
    const send = page.getByRole('button', { name: 'Approve & Send Email' })
    expect(await send.isDisabled()).toBe(true)
    await page.getByText('Enter a customer code to approve the application.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Approve Application' }).click()
    await page.getByLabel('Customer code').fill('CUST-0001')
    await page.keyboard.press('Enter')
    await expectAgreedTexts(page, 'an approval')
    await badge('Approved')
    expect(await page.getByRole('button', { name: 'Approve', exact: false }).count()).toBe(0)

    await page.getByRole('button', { name: 'Reject Application' }).click()
    await page.getByLabel('Reason (optional)').fill('References not received')
    await page.getByRole('button', { name: 'Reject & Send Email' }).click()
    await expectAgreedTexts(page, 'a rejection')
    await page.locator('.notice', { hasText: 'References not received' }).waitFor()

    await page.getByRole('button', { name: 'Re-approve Application' }).click()
    expect(await page.getByLabel('Customer code').inputValue()).toBe('CUST-0001')
    await page.getByRole('button', { name: 'Approve & Send Email' }).click()
    await badge('Approved')
  })

  test('an approval above the limit is proposed by one reviewer and confirmed by another', async () => {
    const id = await plantApplication(site.server, 'Two Persons Gauges')
    addColleague(site.server, 'second', 'reviewer')
    const one = page
    await one.goto('/admin/company')
    await one.getByLabel('Two persons for a credit limit above').fill('10,000')
    await press(one, 'Save Details')
    await one.getByText('Company details updated').waitFor()

    await one.goto(`/admin/applications/${id}`)
    await awake(one)
    await press(one, 'Approve Application')
    const dialog = one.getByRole('dialog')
    await dialog.getByLabel('Customer code').fill('TWO-1')
    await dialog.getByText('Enter a credit limit too').waitFor()
    await dialog.getByLabel('Credit limit in £').fill('a lot')
    await press(one, 'Approve & Send Email')
    await dialog.getByText('Enter whole pounds').waitFor()
    await dialog.getByLabel('Credit limit in £').fill('£25,000')
    await dialog.getByText('What was agreed (optional)').click()
    await dialog.getByLabel('Payment terms').fill('30 days net')
    await dialog.getByLabel('Internal remark').fill('Good references')
    await dialog.getByText('This only proposes the approval').waitFor()
    await press(one, 'Propose the Approval')
    await one.locator('#toasts').getByText('Somebody else has to confirm it').waitFor()
    await badge('Proposed')
    await one.getByRole('button', { name: 'Withdraw the proposal' }).waitFor()

    const two = (await site.guest()).page
    await signInByCall(two, 'second')
    await two.goto('/admin/dashboard')
    await two.getByText('Approval proposed').waitFor()
    await two.goto(`/admin/applications/${id}`)
    await two.getByRole('region', { name: 'Proposed Approval' }).getByText('£25,000').waitFor()
    await press(two, 'Confirm & Send Email')
    await badge('Approved', two)
    await two
      .getByRole('region', { name: 'Agreed With the Approval' })
      .getByText('£25,000')
      .waitFor()
    expect(await two.getByRole('button', { name: 'Confirm & Send Email' }).count()).toBe(0)
  })
})
