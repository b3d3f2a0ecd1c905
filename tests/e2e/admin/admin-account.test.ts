import Database from 'better-sqlite3'
import { type Locator, type Page, request } from 'playwright'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { codeOf } from '../../support/app/second-factor.ts'
import { admin, awake, plantApplication } from '../../support/browser/e2e-admin.ts'
import { drawSignature } from '../../support/browser/e2e-registration.ts'
import { commonSite, sharedAdmin } from '../../support/browser/e2e-site.ts'
import { expectAgreedTexts } from '../../support/screens/screens-texts.ts'

const site = commonSite()
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
  db.prepare('update admins set totp_last_step = totp_last_step - 1 where username = ?').run(
    desk.username,
  )
  db.close()
}

test('A session of another browser is ended in My account, and its button goes', async () => {
  const other = await request.newContext({
    baseURL: site.server.url,
    userAgent: await page.evaluate(() => navigator.userAgent),
  })
  onTestFinished(() => other.dispose())
  const data = { ...admin, username: desk.username }
  expect((await other.post('/api/admin/login', { data })).status()).toBe(200)
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
  await page.getByLabel('Username').fill(desk.username)
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
