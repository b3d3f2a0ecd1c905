import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { plantApplication, signInByCall } from '../support/browser/e2e-admin.ts'
import { awake, holdScripts } from '../support/browser/e2e-browser.ts'
import { commonSite, sharedAdmin } from '../support/browser/e2e-site.ts'

const site = commonSite()
const desk = sharedAdmin(site, {}, /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (413|5\d\d)/)
let page: Page
let id: string

beforeEach(async () => {
  page = desk.page
  id = await plantApplication(site.server, `Sample Gauges ${randomUUID()}`)
  await page.goto(`/admin/applications/${id}`)
  await awake(page)
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (text: string) => page.locator('#toasts .toast', { hasText: text })
const reason = () => page.getByLabel('Reason (optional)')
const send = () => page.getByRole('button', { name: 'Reject & Send Email' })

async function openReject(text = 'No trade references') {
  await press('Reject Application')
  await reason().fill(text)
}

/** Answers the rejection in the server's place, once. */
const answerOnce = (answer: Parameters<Route['fulfill']>[0]) =>
  page.route('**/reject', (route) => route.fulfill(answer), { times: 1 })

test('sends a form once on a double click, as JSON with the version that was shown', async () => {
  const sent: { body: unknown; tag: string | undefined }[] = []
  await page.route('**/reject', async (route) => {
    const request = route.request()
    sent.push({ body: request.postDataJSON(), tag: request.headers()['if-match'] })
    await new Promise((done) => setTimeout(done, 300))
    await route.continue()
  })
  await openReject()
  await send().dblclick()
  await page.getByRole('button', { name: 'Sending...' }).waitFor()
  await toast('Application rejected and customer notified via email').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  expect(sent).toEqual([{ body: { reason: 'No trade references' }, tag: '"v1"' }])
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('shows the specified text and a second line without a connection, and keeps what is typed', async () => {
  await openReject()
  await page.context().setOffline(true)
  await send().click()
  await toast('Failed to reject application').getByText('What you typed is still here.').waitFor()
  await page.context().setOffline(false)
  expect(await reason().inputValue()).toBe('No trade references')
  await send().click()
  await toast('Application rejected').waitFor()
})

test.each([
  ['a limit of a proxy', 413, 'The file is larger than the server accepts.'],
  ['a proxy without our server', 502, 'answered instead (status 502)'],
  ["a hotel's page", 200, 'answered instead (status 200)'],
])('reports %s as what it is, and not as a lost connection', async (_, status, text) => {
  await openReject()
  await answerOnce({ status, contentType: 'text/html', body: '<h1>Gateway</h1>' })
  await send().click()
  await toast('Failed to reject application').getByText(text).waitFor()
  expect(await toast('No connection').count()).toBe(0)
  expect(await reason().inputValue()).toBe('No trade references')
})

test('reports a success even if reading the record again fails', async () => {
  await openReject()
  await page.route(`**/admin/applications/${id}**`, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await send().click()
  const said = toast('Application rejected and customer notified via email')
  await said.getByText('Failed to fetch application').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})

test('shows errors at their fields and in the toast, and removes them when somebody types in the field', async () => {
  await openReject()
  const errors = { reason: 'Use 2000 characters or fewer' }
  await answerOnce({ status: 400, json: { message: errors.reason, errors } })
  await send().click()
  await toast('Failed to reject application').waitFor()
  await page.locator('#reject .field-error', { hasText: errors.reason }).waitFor()
  await expect.poll(() => reason().evaluate((field) => field === document.activeElement)).toBe(true)
  await reason().fill('Shorter')
  await expect.poll(() => page.locator('#reject .field-error').count()).toBe(0)
})

test('keeps the form when the session has ended, and sends it after a new sign-in in another tab', async () => {
  await openReject()
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await send().click()
  const dialog = page.getByRole('dialog', { name: 'Reject Application' })
  await dialog.getByText('then press Reject & Send Email on this page').waitFor()
  await signInByCall(page, desk.username)
  await send().click()
  await toast('Application rejected').waitFor()
})

test('asks for the password again in a dialog, and then sends the form by itself', async () => {
  await openReject()
  const bodies: unknown[] = []
  const wrong = ['Enter your own password', 'This is not your password']
  await page.route('**/reject', (route) => {
    bodies.push(route.request().postDataJSON())
    const message = wrong.shift()
    if (!message) return route.continue()
    return route.fulfill({ status: 403, json: { message, errors: { currentPassword: message } } })
  })
  await send().click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await dialog.getByLabel('Your own password').fill('first')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('This is not your password').waitFor()
  await dialog.getByLabel('Your own password').fill('second')
  await dialog.getByLabel('Your own password').press('Enter')
  await toast('Application rejected').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  const reason = 'No trade references'
  expect(bodies).toEqual([
    { reason },
    { reason, currentPassword: 'first' },
    { reason, currentPassword: 'second' },
  ])
})

test('opens a closed dialog again without its refusal, and with what was typed', async () => {
  await openReject()
  await answerOnce({ status: 409, json: { message: 'Somebody was faster' } })
  await send().click()
  const dialog = page.getByRole('dialog', { name: 'Reject Application' })
  await dialog.getByText('Somebody was faster').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await press('Reject Application')
  expect(await dialog.getByText('Somebody was faster').count()).toBe(0)
  expect(await reason().inputValue()).toBe('No trade references')
})

test('says when a session check got no answer, and checks again only when its button is pressed', async () => {
  let asked = 0
  const down = (route: Route) => {
    asked += 1
    return route.abort()
  }
  await page.route('**/api/admin/me', down)
  await page.route(/\/admin\?/, down)
  await page.reload()
  await page.getByText('Unable to connect. Your sign-in could not be checked.').waitFor()
  const before = asked
  await page.waitForTimeout(6_000)
  expect(asked).toBe(before)
  await page.getByRole('heading', { name: /^Application #/ }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await press('Check again')
  await expect.poll(() => page.locator('#checking').textContent()).toBe('')
})

test('makes a dialog that the server opened modal once the page has woken', async () => {
  await page.goto(`/admin/applications/${id}?dialog=reject`)
  await awake(page)
  await expect.poll(() => page.locator('#reject:modal').count()).toBe(1)
})

test('keeps what is typed before the scripts run, also when the node of a password manager makes React start again', async () => {
  const { page } = await site.guest({}, /started anew|Minified React error/)
  const arrive = await holdScripts(page)
  await page.goto('/client-form', { waitUntil: 'commit' })
  await page.getByLabel('Business name').fill('Typed Early Ltd')
  await page.getByLabel('Private Ltd Co.').check()
  await page
    .getByLabel('Main email')
    .evaluate((field) => field.before(document.createElement('div')))
  arrive()
  await page.locator('island-root[data-name=RegistrationForm][data-awake=true]').waitFor()
  await expect.poll(() => page.getByLabel('Business name').inputValue()).toBe('Typed Early Ltd')
  expect(await page.getByLabel('Private Ltd Co.').isChecked()).toBe(true)
})

test('says when a part of the page did not load', async () => {
  const { page } = await site.guest({}, /could not be loaded|ERR_FAILED/)
  await page.context().route(/RegistrationForm-.*\.js/, (route) => route.abort())
  await page.goto('/client-form', { waitUntil: 'load' })
  await page.getByText('A part of this page did not load').waitFor()
})
