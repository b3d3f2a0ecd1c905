import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/chromium.ts'
import { admin, adminEnv, awake, leaveBut } from '../support/e2e-admin.ts'
import { visitor } from '../support/e2e-browser.ts'
import { type E2eServer, startServer } from '../support/e2e-server.ts'
import { clientPassword, furnish, type ScreensHouse } from '../support/screens-house.ts'

// The applicant's journey by keyboard, signed by a typed name, is in registration-sending.test.ts.

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

test('a client signs in, changes the buyer and leaves, with the keyboard alone', async () => {
  const visit = await visitor(browser, server.url)
  const { page } = visit
  const { keyboard } = page
  await page.goto('/client-login')
  await tabTo(page, 'Email')
  await keyboard.type(house.submitted.email)
  await tabTo(page, 'Password')
  await keyboard.type(clientPassword)
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

test('an administrator signs in, finds an application and approves it, with the keyboard alone', async () => {
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
  await leaveBut(visit, /Clear-Site-Data/)
})

/** Presses Tab, or another key, until the control of that name has the focus; fails after a hundred. */
async function tabTo(page: Page, name: string, key = 'Tab', begins = false) {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press(key)
    const at = await focused(page)
    if (at === name || (begins && at.startsWith(name))) return
  }
  throw new Error(`${key} never comes to ${name}`)
}

/** What stands on or over the control that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    const label = activeElement instanceof HTMLInputElement && activeElement.labels?.[0]
    return ((label || activeElement) as HTMLElement | null)?.innerText?.trim() ?? ''
  })
