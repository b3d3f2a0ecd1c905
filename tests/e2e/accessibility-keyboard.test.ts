import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/chromium.ts'
import { admin, adminEnv, awake, leaveBut } from '../support/e2e-admin.ts'
import { leave, visitor } from '../support/e2e-browser.ts'
import { type E2eServer, startServer } from '../support/e2e-server.ts'
import { focused, tabTo, typeAnswers } from '../support/keyboard.ts'
import { furnish, type ScreensHouse } from '../support/screens-house.ts'

let browser: Browser
let server: E2eServer
let house: ScreensHouse

beforeAll(async () => {
  server = await startServer(adminEnv)
  house = await furnish(server)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

test('an applicant goes from the landing page to the receipt, and signs, with the keyboard alone', async () => {
  const visit = await visitor(browser, server.url)
  const { page } = visit
  const { keyboard } = page
  await page.goto('/')
  await tabTo(page, 'Supplier/Client Registration Form')
  await keyboard.press('Enter')
  await page.waitForURL('**/client-form')
  await page.locator('form[data-awake]').waitFor()
  for (const section of [1, 2, 3, 4] as const) {
    await typeAnswers(page, section, section === 1 ? { mainEmail: 'keyboard@example.com' } : {})
    await tabTo(page, 'Next')
    await keyboard.press('Enter')
    await page.locator(`#section-title-${section + 1}:focus`).waitFor()
  }
  await typeAnswers(page, 5)
  await tabTo(page, 'Type your name instead')
  await keyboard.press('Enter')
  await tabTo(page, 'Your name (optional)')
  await keyboard.type('Keyboard Example')
  await tabTo(page, 'Your position')
  await keyboard.type('Managing director')
  await tabTo(page, 'Submit Application')
  await keyboard.press('Enter')
  await page.waitForURL('**/success?id=*')
  await tabTo(page, 'View Application')
  await leave(visit)
})

test('a client sets a password, signs in, changes the buyer and leaves, with the keyboard alone', async () => {
  const visit = await visitor(browser, server.url)
  const { page } = visit
  const { keyboard } = page
  await page.goto(`/client/set-password?token=${house.invite(house.submitted.email)}`)
  for (const field of ['New password', 'Confirm new password']) {
    await tabTo(page, field)
    await keyboard.type('seven grey paper boats')
  }
  await keyboard.press('Enter')
  await page.waitForURL('**/client-login')
  await tabTo(page, 'Email')
  await keyboard.type(house.submitted.email)
  await tabTo(page, 'Password')
  await keyboard.type('seven grey paper boats')
  await keyboard.press('Enter')
  await page.waitForURL('**/client-portal')
  await awake(page)
  await tabTo(page, 'Business')
  for (let tab = 0; tab < 3; tab += 1) await keyboard.press('ArrowRight')
  await tabTo(page, 'Edit')
  await keyboard.press('Enter')
  await tabTo(page, 'Buyer name')
  await keyboard.press('Control+A')
  await keyboard.type('Keyboard Example')
  await keyboard.press('Enter')
  await page.locator('.record', { hasText: 'Keyboard Example' }).waitFor()
  await expect.poll(() => focused(page)).toBe('Buyer')
  await tabTo(page, 'Logout', 'Shift+Tab')
  await keyboard.press('Enter')
  await page.waitForURL('**/client-login')
  await leaveBut(visit, /Clear-Site-Data/)
})

test('an administrator signs in, finds an application, approves and rejects it, saves the email settings and leaves, with the keyboard alone', async () => {
  const visit = await visitor(browser, server.url)
  const { page } = visit
  const { keyboard } = page
  await page.goto('/admin')
  await tabTo(page, 'Username')
  await keyboard.type(admin.username)
  await tabTo(page, 'Password')
  await keyboard.type(admin.password)
  await keyboard.press('Enter')
  await page.waitForURL('**/admin/dashboard')
  await awake(page)
  await tabTo(page, 'Company name, registration number or email')
  await keyboard.type(house.submitted.email)
  await keyboard.press('Enter')
  await page.getByText('1 application', { exact: true }).waitFor()
  await tabTo(page, 'View', 'Tab', true)
  await keyboard.press('Enter')
  await page.waitForURL('**/admin/applications/*')
  await awake(page)
  await tabTo(page, 'Approve Application')
  await keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Customer code')
  await keyboard.type('CUST-0901')
  await keyboard.press('Enter')
  await page.locator('.review-head .badge', { hasText: 'Approved' }).waitFor()
  await tabTo(page, 'Reject Application', 'Shift+Tab')
  await keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Reason (optional)')
  await keyboard.type('Keyboard reasons')
  await tabTo(page, 'Reject & Send Email')
  await keyboard.press('Enter')
  await page.locator('.review-head .badge', { hasText: 'Rejected' }).waitFor()
  await tabTo(page, 'Back to Dashboard', 'Shift+Tab')
  await keyboard.press('Enter')
  await page.waitForURL('**/admin/dashboard')
  await tabTo(page, 'Email Settings')
  await keyboard.press('Enter')
  await page.waitForURL('**/admin/email-settings')
  await awake(page)
  await tabTo(page, 'SMTP host')
  await keyboard.type('127.0.0.1')
  await tabTo(page, 'SMTP user')
  await keyboard.type('mailer')
  await tabTo(page, 'SMTP password')
  await keyboard.type('four green bottles')
  await tabTo(page, 'From email')
  await keyboard.type('post@example.com')
  await tabTo(page, 'Accounts notification email')
  await keyboard.type('accounts@example.com')
  await keyboard.press('Enter')
  await page.getByText('Email settings updated successfully').waitFor()
  await tabTo(page, 'Logout', 'Shift+Tab')
  await keyboard.press('Enter')
  await page.waitForURL('**/admin')
  await leaveBut(visit, /Clear-Site-Data/)
})
