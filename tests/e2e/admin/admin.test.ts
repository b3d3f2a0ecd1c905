import type { Page } from 'playwright'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  admin,
  adminEnv,
  awake,
  openAsAdmin,
  signIn,
  submitByCalls,
} from '../../support/browser/e2e-admin.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)
let page: Page

beforeEach(async () => {
  // What the browser itself says of a logout.
  page = (await site.guest({}, /Clear-Site-Data/)).page
})

const toast = () => page.locator('#toasts .toast')
const badge = (words: string) => page.locator('.review-head .badge', { hasText: words })

describe('the sign-in', () => {
  test('says what is missing beside each field and asks the server for nothing', async () => {
    let calls = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls += 1
    })
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Login' }).click()
    await page.locator('#username-error', { hasText: 'Username is required' }).waitFor()
    await page.locator('#password-error', { hasText: 'Password is required' }).waitFor()
    expect(await page.getByLabel('Username').getAttribute('aria-invalid')).toBe('true')
    expect(calls).toBe(0)
  })

  test('answers a wrong password with an error that stays', async () => {
    await page.goto('/admin')
    await page.getByLabel('Username').fill('reviewer')
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Login' }).click()
    await toast().waitFor()
    expect(await toast().innerText()).toContain('Invalid credentials')
  })

  test('reads "Logging in..." while it is under way and greets on the dashboard', async () => {
    await page.route('**/api/admin/login', async (route) => {
      await page.getByRole('button', { name: 'Logging in...' }).waitFor()
      await route.continue()
    })
    await signIn(page)
    await toast().getByText('Login successful!').waitFor()
    await page.goto('/admin')
    expect(new URL(page.url()).pathname).toBe('/admin/dashboard')
  })

  test('is where a page of the back office sends somebody without a session', async () => {
    for (const path of ['/admin/dashboard', '/admin/email-settings', '/admin/applications/X']) {
      await page.goto(path)
      expect(new URL(page.url()).pathname).toBe('/admin')
    }
  })

  test('is where a page that is open goes when its session has ended', async () => {
    await signIn(page)
    await awake(page)
    await page.route('**/api/admin/me', (route) => route.fulfill({ status: 401, body: '{}' }))
    await page.reload()
    await page.getByText('Checking authentication...').waitFor()
    await page.locator('[data-private]').waitFor({ state: 'hidden' })
    await page.unroute('**/api/admin/me')
    await page.context().clearCookies()
    await page.waitForURL((url) => url.pathname === '/admin')
  })
})

describe('the dashboard', () => {
  test('finds a company, filters, says when there is none, and goes back with the Back button', async () => {
    await submitByCalls(site.server, 'Findable Gauges')
    await openAsAdmin(page)
    await awake(page)
    const rows = page.locator('.table-applications tbody tr')
    await page.getByRole('searchbox').fill('findable g')
    await page.getByRole('searchbox').press('Enter')
    await page.waitForURL('**/admin/dashboard?search=findable+g')
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('searchbox').fill('no such company')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('No applications found').waitFor()
    await page.goBack()
    await expect.poll(() => rows.count()).toBe(1)
    expect(await page.getByRole('searchbox').inputValue()).toBe('findable g')
    await page.getByRole('link', { name: 'Approved clients' }).click()
    await page.getByText('No applications found').waitFor()
    await page.getByRole('link', { name: 'Pending applications' }).click()
    await rows.getByRole('rowheader', { name: 'Findable Gauges' }).waitFor()
    await rows.getByText('Waiting 0 working days').first().waitFor()
    await page.getByRole('link', { name: 'View Findable Gauges' }).press('Enter')
    await page.getByRole('heading', { name: /^Application #/ }).waitFor()
  })

  test('draws the plot and gives the same numbers as a table', async () => {
    await openAsAdmin(page)
    await page.locator('.plot canvas').waitFor()
    await page.getByRole('button', { name: 'Show as table' }).click()
    expect(await page.locator('.months tbody tr').count()).toBe(12)
    const height = await page
      .locator('.chart-area')
      .first()
      .evaluate((area) => area.clientHeight)
    expect(height).toBe(300)
  })

  test('shows the last failure of a call and keeps what it has', async () => {
    await submitByCalls(site.server, 'Steadfast Scales')
    await openAsAdmin(page)
    await page.route('**/api/applications?*', (route) => route.fulfill({ status: 400, body: '{}' }))
    await awake(page)
    await page.getByRole('searchbox').fill('x')
    await page.getByRole('searchbox').press('Enter')
    await toast().getByText('Failed to fetch applications').waitFor()
    expect(await page.locator('.table-applications tbody tr').count()).toBeGreaterThan(0)
  })

  test('logs out', async () => {
    await openAsAdmin(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL((url) => url.pathname === '/admin')
    await toast().getByText('Logged out successfully').waitFor()
  })
})

test('My account begins a second step with the password, shows the key, and refuses a wrong code', async () => {
  await openAsAdmin(page)
  await page.getByRole('link', { name: 'My account' }).click()
  await awake(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(admin.password)
  await dialog.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  const secret = await dialog.locator('code').first().innerText()
  await dialog.getByLabel('Code from your app').fill('000000x')
  await dialog.getByRole('button', { name: 'Confirm code' }).click()
  await dialog.locator('#code-error').waitFor()
  expect(secret).toMatch(/^[A-Z2-7 ]{16,}$/)
})

describe('a review', () => {
  test('approves by keyboard, refuses an empty code, then rejects and approves again', async () => {
    const id = await submitByCalls(site.server, 'Decided Instruments')
    await openAsAdmin(page, `/admin/applications/${id}`)
    await awake(page)
    await page.getByRole('button', { name: 'Approve Application' }).press('Enter')
    const send = page.getByRole('button', { name: 'Approve & Send Email' })
    expect(await send.isDisabled()).toBe(true)
    await page.getByText('Enter a customer code to approve the application.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Approve Application' }).click()
    await page.getByLabel('Customer code').fill('CUST-0001')
    await page.keyboard.press('Enter')
    await toast().getByText('Application approved and customer notified via email').waitFor()
    await badge('Approved').waitFor()
    expect(await page.getByRole('button', { name: 'Approve', exact: false }).count()).toBe(0)

    await page.getByRole('button', { name: 'Reject Application' }).click()
    await page.getByLabel('Reason (optional)').fill('References not received')
    await page.getByRole('button', { name: 'Reject & Send Email' }).click()
    await toast().getByText('Application rejected and customer notified via email').waitFor()
    await page.locator('.notice', { hasText: 'References not received' }).waitFor()

    await page.getByRole('button', { name: 'Re-approve Application' }).click()
    expect(await page.getByLabel('Customer code').inputValue()).toBe('CUST-0001')
    await page.getByRole('button', { name: 'Approve & Send Email' }).click()
    await badge('Approved').waitFor()
  })

  test('tells the loser of two decisions, whose dialog stays open with the reason', async () => {
    const id = await submitByCalls(site.server, 'Contested Torque')
    await openAsAdmin(page, `/admin/applications/${id}`)
    await awake(page)
    await page.evaluate(
      (path) =>
        fetch(path, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: '{"customerCode":"FIRST"}',
        }),
      `/api/applications/${id}/approve`,
    )
    await page.getByRole('button', { name: 'Approve Application' }).click()
    await page.getByLabel('Customer code').fill('SECOND')
    await page.getByRole('button', { name: 'Approve & Send Email' }).click()
    await toast().getByText('Failed to approve application').waitFor()
    await page.getByRole('dialog').locator('.notice-bad', { hasText: 'approved' }).waitFor()
    await badge('Approved').waitFor()
  })

  test('edits in place, sends only what was changed, and clears what was blanked', async () => {
    const id = await submitByCalls(site.server, 'Edited Metrology')
    await openAsAdmin(page, `/admin/applications/${id}`)
    await awake(page)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Buyer name').fill('Di Sample')
    await page.getByLabel('Buyer fax').fill('')
    await page.getByLabel('Accounts telephone').fill('')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.locator('#error-summary', { hasText: 'Accounts telephone is required' }).waitFor()
    await page.getByLabel('Accounts telephone').fill('020 7946 0999')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect((await sent).postDataJSON()).toEqual({
      buyerName: 'Di Sample',
      buyerFax: null,
      accountsTelephone: '020 7946 0999',
    })
    await toast().getByText('The application has been successfully updated.').waitFor()
    await page.locator('.record', { hasText: 'Di Sample' }).waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Buyer name').fill('Discarded')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.locator('.record', { hasText: 'Di Sample' }).waitFor()
  })

  test('of an unknown application says so and leads back', async () => {
    await openAsAdmin(page)
    const answer = await page.goto('/admin/applications/0000-0000-0000')
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { name: 'Application Not Found' }).waitFor()
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await page.waitForURL('**/admin/dashboard')
  })
})
