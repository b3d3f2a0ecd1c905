import Database from 'better-sqlite3'
import { type Locator, type Page, request } from 'playwright'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { codeOf } from '../../support/app/second-factor.ts'
import { admin, adminEnv, awake, plantApplication } from '../../support/browser/e2e-admin.ts'
import { drawSignature } from '../../support/browser/e2e-registration.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'
import { expectAgreedTexts } from '../../support/screens/screens-texts.ts'

const site = sharedSite(adminEnv)
// what the browser itself says of a logout
const desk = sharedAdmin(site, {}, /Clear-Site-Data/)
let page: Page
let dialog: Locator

beforeAll(() => {
  page = desk.page
  dialog = page.getByRole('dialog')
})

async function openAccount() {
  await page.goto('/admin/dashboard?dialog=account')
  await awake(page)
}
const toast = () => page.locator('#toasts .toast')

/** The app's code of now, which is taken for at least 30 seconds more. */
const codeNow = (secret: string) => codeOf(secret, Date.now())

/** As if the last code had been used a step ago: it may be used again. */
function forgetLastCode() {
  const db = new Database(`${site.server.dataDir}/countersign.db`)
  db.prepare('update admins set totp_last_step = totp_last_step - 1').run()
  db.close()
}

test('A session of another browser is ended in My account, and its button goes', async () => {
  const other = await request.newContext({
    baseURL: site.server.url,
    userAgent: await page.evaluate(() => navigator.userAgent),
  })
  onTestFinished(() => other.dispose())
  expect((await other.post('/api/admin/login', { data: admin })).status()).toBe(200)
  await openAccount()
  await dialog.getByRole('button', { name: 'Sign out: Chrome on Linux' }).click()
  await dialog.getByText('The session has been ended.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Sign out:' }).count()).toBe(0)
  await dialog.getByText('(this browser)').waitFor()
  expect((await other.get('/api/admin/me')).status()).toBe(401)
})

test('A second step is turned on, asked for at the sign-in, passed by app and by recovery code, and turned off', async () => {
  await openAccount()
  await dialog.getByLabel('Your password').fill(admin.password)
  await dialog.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  const secret = await dialog.locator('code.lines').innerText()
  await dialog.getByLabel('Code from your app').fill(await codeNow(secret))
  await dialog.getByRole('button', { name: 'Confirm code' }).click()
  await dialog.getByText('On. 10 recovery codes left.').waitFor()
  const codes = await dialog.locator('.codes code').allInnerTexts()
  expect(codes).toHaveLength(10)
  await dialog.getByRole('button', { name: 'Close' }).click()

  await leaveAndSignIn()
  await page.getByRole('button', { name: 'Login' }).click()
  await page.locator('#code-error', { hasText: 'Code is required' }).waitFor()
  await page.getByLabel('Code').fill('000000')
  await page.keyboard.press('Enter')
  await toast().getByText('That code is not right').waitFor()
  forgetLastCode()
  await page.getByLabel('Code').fill(await codeNow(secret))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/dashboard')
  await toast().getByText('Login successful!').waitFor()

  await leaveAndSignIn()
  await page.getByRole('button', { name: 'Start again' }).click()
  await signInToTheCode()
  await page.getByLabel('Code').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/dashboard')

  await openAccount()
  await dialog.getByText('On. 9 recovery codes left.').waitFor()
  await dialog.getByLabel('Your password').fill(admin.password)
  await dialog.getByLabel('Code from your app').fill(codes[1] ?? '')
  await dialog.getByRole('button', { name: 'Turn off two-step sign-in' }).click()
  await dialog.getByText('Two-step sign-in is off.').waitFor()
  await page.reload()
  await dialog.getByRole('button', { name: 'Turn on two-step sign-in' }).waitFor()
})

async function leaveAndSignIn() {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/admin')
  await expectAgreedTexts(page, 'a logout')
  await signInToTheCode()
}

/** Ends at the question for the code, and goes no further without it. */
async function signInToTheCode() {
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByLabel('Code').waitFor()
  expect((await page.request.get('/api/analytics')).status()).toBe(401)
}

test('A signature drawn on the profile signs the next decision', async () => {
  const id = await plantApplication(site.server, 'Signed Torque')
  await openAccount()
  await dialog.getByRole('button', { name: 'Draw instead' }).click()
  await drawSignature(page, dialog.locator('canvas'))
  await dialog.getByRole('img', { name: 'Signature pad, drawn' }).waitFor()
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await dialog.getByRole('img', { name: 'Signature pad, empty' }).waitFor()
  await drawSignature(page, dialog.locator('canvas'))
  await dialog.getByRole('button', { name: 'Save drawing' }).click()
  await dialog.getByText('Signature saved.').waitFor()
  const kept = await dialog.getByRole('img', { name: 'Your signature' }).getAttribute('src')

  await page.goto(`/admin/applications/${id}`)
  await awake(page)
  expect(await page.getByRole('img', { name: /Finance signature/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Approve Application' }).click()
  await page.getByLabel('Customer code').fill('CUST-0009')
  await page.getByRole('button', { name: 'Approve & Send Email' }).click()
  const finance = page.getByRole('img', { name: /Finance signature/ })
  await finance.waitFor()
  expect(await finance.getAttribute('src')).toBe(kept)
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const said = (page: Page, text: string) => page.locator('#toasts').getByText(text).waitFor()
const badge = (page: Page, text: string) =>
  page.locator('.review-head .badge', { hasText: text }).waitFor()

/** A second reviewer with the password of the first. */
function addReviewer(username: string) {
  const db = new Database(`${site.server.dataDir}/countersign.db`)
  db.prepare(
    `insert into admins (username, username_key, password_hash, role, created_at)
     select ?, ?, password_hash, 'reviewer', created_at from admins limit 1`,
  ).run(username, username)
  db.close()
}

test('an approval above the limit is proposed by one reviewer and confirmed by another', async () => {
  const id = await plantApplication(site.server, 'Two Persons Gauges')
  addReviewer('second')
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
  await dialog.getByLabel('Credit limit in £').fill('a lot')
  await press(one, 'Approve & Send Email')
  await dialog.getByText('Enter whole pounds').waitFor()
  await dialog.getByLabel('Credit limit in £').fill('£25,000')
  await dialog.getByLabel('Payment terms').fill('30 days net')
  await dialog.getByLabel('Internal remark').fill('Good references')
  await press(one, 'Approve & Send Email')
  await said(one, 'Somebody else has to confirm it')
  await badge(one, 'Proposed')
  await one.getByRole('button', { name: 'Withdraw the proposal' }).waitFor()

  const two = (await site.guest()).page
  await two.request.post('/api/admin/login', { data: { ...admin, username: 'second' } })
  await two.goto('/admin/dashboard')
  await two.getByText('Approval proposed').waitFor()
  await two.goto(`/admin/applications/${id}`)
  await two.getByRole('region', { name: 'Proposed Approval' }).getByText('£25,000').waitFor()
  await press(two, 'Confirm & Send Email')
  await badge(two, 'Approved')
  await two.getByRole('region', { name: 'Agreed With the Approval' }).getByText('£25,000').waitFor()
  expect(await two.getByRole('button', { name: 'Confirm & Send Email' }).count()).toBe(0)
})
