import { readFile } from 'node:fs/promises'
import Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { expectAgreedTexts } from '../../support/agreed-texts.ts'
import { codeOf } from '../../support/app/second-factor.ts'
import { addColleague, admin, plantApplication } from '../../support/browser/e2e-admin.ts'
import { awake } from '../../support/browser/e2e-browser.ts'
import { drawSignature } from '../../support/browser/e2e-registration.ts'
import { commonSite, sharedAdmin } from '../../support/browser/e2e-site.ts'

const site = commonSite()
// what the browser itself says of a logout
const desk = sharedAdmin(site, {}, /Clear-Site-Data/)
let page: Page

beforeAll(() => {
  page = desk.page
})

const press = (name: string) => page.getByRole('button', { name }).click()
const toast = () => page.locator('#toasts .toast')

/** The app's code of now, which is taken for at least 30 seconds more. */
const codeNow = (secret: string) => codeOf(secret, Date.now())

/** As if the last code had been used a step ago: it may be used again. */
const forgetLastCode = () =>
  write(`update admins set totp_last_step = totp_last_step - 1 where username = '${desk.username}'`)

function write(statement: string) {
  const db = new Database(`${site.server.dataDir}/countersign.db`)
  db.exec(statement)
  db.close()
}

test('turns a second step on, asks for it at the sign-in, accepts app and recovery code, and turns it off', async () => {
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'My account' }).click()
  await press('Set Up Two-step Sign-in')
  await page.getByRole('img', { name: 'QR code of the key' }).waitFor()
  const secret = (await page.locator('code.key').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code from your app').fill(await codeNow(secret))
  await press('Confirm Code')
  await page.getByText('Two-step sign-in is on.').waitFor()
  const codes = await page.locator('.codes code').allInnerTexts()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'Copy All' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Keep these')
  const kept = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect(await readFile(await (await kept).path(), 'utf8')).toBe(`${codes.join('\r\n')}\r\n`)
  await page.getByLabel('I have kept these codes').check()
  await press('Done')
  await page.getByText('Recovery codes left: 10.').waitFor()

  await leaveAndSignIn()
  await page.getByRole('button', { name: 'Login' }).click()
  await page.locator('#second-step-code-error', { hasText: 'Code is required' }).waitFor()
  await page.getByLabel('Code').fill('000000')
  await page.keyboard.press('Enter')
  await page.locator('.field-error').getByText('That code is not right').waitFor()
  forgetLastCode()
  await page.getByLabel('Code').fill(await codeNow(secret))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/dashboard')
  await toast().getByText('Login successful!').waitFor()

  await leaveAndSignIn()
  await page.getByRole('button', { name: 'Start Again' }).click()
  await signInToTheCode()
  await page.getByLabel('Code').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/dashboard')

  await page.goto('/admin/account')
  await page.getByText('Recovery codes left: 9.').waitFor()
  await page.getByRole('link', { name: 'Turn It Off' }).click()
  await page.locator('#turn-off-code').fill(codes[1] ?? '')
  await press('Turn Off Two-step Sign-in')
  await page.getByText('Two-step sign-in is off.').waitFor()
  await page.getByRole('button', { name: 'Set Up Two-step Sign-in' }).waitFor()
})

/** While the page still checks its session, which must not lead anywhere else. */
async function leaveAndSignIn() {
  const left = page.waitForResponse('**/api/admin/logout')
  await page.route('**/api/admin/me', async (route) => {
    await left
    await route.continue()
  })
  const checks = page.waitForRequest('**/api/admin/me')
  await page.reload()
  await checks
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/admin')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(new URL(page.url()).search).toBe('')
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

test('signs the next decision with a signature that was drawn on the profile', async () => {
  const id = await plantApplication(site.server, 'Signed Torque')
  await page.goto('/admin/account?edit=signature')
  const canvas = page.locator('canvas')
  await canvas.waitFor()
  await drawSignature(page, canvas)
  await page.getByRole('img', { name: 'Signature pad, drawn' }).waitFor()
  await press('Clear')
  await page.getByRole('img', { name: 'Signature pad, empty' }).waitFor()
  await drawSignature(page, canvas)
  await press('Save Signature')
  await page.getByText('Signature saved.').waitFor()
  // a reload does not say it again
  await page.waitForURL((url) => url.pathname === '/admin/account' && url.search === '')
  const kept = await page.getByRole('img', { name: 'Your signature' }).getAttribute('src')

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

test('lets the key that leads to the search be turned off', async () => {
  await page.goto('/admin/account')
  const key = page.getByLabel('Pressing / on the dashboard')
  await key.uncheck()
  await page.goto('/admin/dashboard')
  await awake(page)
  await page.keyboard.press('/')
  expect(await page.locator('#search:focus').count()).toBe(0)
  await page.goto('/admin/account')
  await key.check()
})

test('asks for a fresh password before a role is changed, and keeps the selected role', async () => {
  addColleague(site.server, 'clerk')
  // the password was given more than ten minutes ago
  write(`update admin_sessions set proved_at = proved_at - 3600000
    where admin = (select id from admins where username = '${desk.username}')`)
  await page.goto('/admin/team')
  await page.getByRole('link', { name: 'clerk', exact: true }).click()
  await page.getByRole('link', { name: 'Change Role' }).click()
  await page.getByLabel('New role').selectOption('viewer')
  await press('Change Role')
  const field = page.locator('form#role').getByLabel('Your own password')
  await field.fill('wrong')
  await page.keyboard.press('Enter')
  await page.locator('form#role').getByText('That is not your password').waitFor()
  await field.fill(admin.password)
  await page.keyboard.press('Enter')
  await page.getByText('The role has been saved').waitFor()
  await page.getByRole('definition').getByText('Viewer').waitFor()
})
