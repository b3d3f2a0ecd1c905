import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { plantApplication, signInByCall } from '../support/browser/e2e-admin.ts'
import { awake } from '../support/browser/e2e-browser.ts'
import { commonSite, sharedAdmin } from '../support/browser/e2e-site.ts'

const site = commonSite()
const desk = sharedAdmin(site, {}, /ERR_INTERNET_DISCONNECTED|status of 500/)
let page: Page

beforeEach(async () => {
  page = desk.page
  const id = await plantApplication(site.server, `Sample Gauges ${randomUUID()}`)
  await page.goto(`/admin/applications/${id}`)
  await awake(page)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (text: string) => page.locator('#toasts .toast', { hasText: text }).waitFor()
const note = () => page.getByLabel('New note')
const question = () => page.getByLabel('What is missing?')
const focused = () => page.evaluate(() => document.activeElement?.id)

test('sends a form in place, and keeps what is typed in other forms', async () => {
  await press('Ask the Customer')
  await question().fill('Your accounts, please')
  await press('Cancel')
  await note().fill('Called them')
  await press('Add Note')
  await toast('Note added')
  await page.locator('.timeline li', { hasText: 'Called them' }).waitFor()
  expect(await note().inputValue()).toBe('')
  expect(await question().inputValue()).toBe('Your accounts, please')
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(new URL(page.url()).search).toBe('')
})

test('says what is wrong with a refused form, and keeps its text while another form is sent', async () => {
  await note().evaluate((field) => field.removeAttribute('maxlength'))
  await note().fill('x'.repeat(2001))
  await press('Add Note')
  await page.locator('#note-note-error').waitFor()
  expect(await focused()).toBe('note-errors')
  await press('Take')
  await toast('You now own this application')
  expect(await note().inputValue()).toHaveLength(2001)
})

function askedOnLeaving() {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.dismiss()
  })
  onTestFinished(() => void page.removeAllListeners('dialog'))
  return asked
}

test('asks before somebody leaves after a refused edit', async () => {
  const asked = askedOnLeaving()
  await press('Edit')
  const email = page.getByLabel('Main email')
  await email.fill('nobody')
  await press('Save Changes')
  await page.locator('#edit-errors').waitFor()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect.poll(() => asked).toEqual(['beforeunload'])
})

test('sends once on a double click, and moves the focus away from a button that was replaced', async () => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Take', exact: true }).dblclick()
  await toast('You now own this application')
  await page.getByRole('button', { name: 'Release' }).waitFor()
  expect(sent).toHaveLength(1)
  expect(await focused()).toBe('main')
})

test('keeps a refused dialog open with its error, and closes it after a success', async () => {
  const dialog = page.getByRole('dialog')
  await press('Change sign-in address')
  const address = dialog.getByRole('textbox')
  await address.fill('nobody')
  await address.press('Enter')
  await dialog.locator('.field-error').first().waitFor()
  expect(await page.locator('dialog:modal').count()).toBe(1)
  await address.fill(`moved-${Date.now()}@example.com`)
  await address.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
})

test('keeps what is typed without a connection, and when the server answers with an error page', async () => {
  await note().fill('Typed offline')
  await page.context().setOffline(true)
  await press('Add Note')
  await toast('No connection. What you typed is still here.')
  await page.context().setOffline(false)
  const answer = { status: 500, body: '<main><p class="lead">Out of order</p></main>' }
  const failing = (url: URL) => url.pathname.startsWith('/admin/applications/')
  await page.route(failing, (route) => route.fulfill({ ...answer, contentType: 'text/html' }))
  await press('Add Note')
  await toast('answered instead (status 500)')
  expect(await note().inputValue()).toBe('Typed offline')
  await page.unroute(failing)
  await press('Add Note')
  await toast('Note added')
})

test('keeps what is typed when the session has ended, and sends it after a new sign-in', async () => {
  await note().fill('Typed too late')
  // the check after the page was loaded has its answer
  await expect.poll(() => page.locator('#checking').textContent()).toBe('')
  await page.context().clearCookies()
  await press('Add Note')
  await page.getByText('then press Add Note on this page').waitFor()
  await signInByCall(page, desk.username)
  await press('Add Note')
  await toast('Note added')
})

test('leaves a form that works when the script of an island never arrives or crashes', async () => {
  const { page, context } = await site.guest({}, /RegistrationForm|ERR_FAILED|TypeError/)
  await context.route(/RegistrationForm-.*\.js/, (route) => route.abort())
  await page.goto('/client-form', { waitUntil: 'load' })
  await page.getByLabel('Business name').fill('Plain Gauges Ltd')
  expect(
    await page.locator('island-root[data-name=RegistrationForm]').getAttribute('data-awake'),
  ).toBeNull()
  await context.unroute(/RegistrationForm-.*\.js/)
  await context.route('**/client-form', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/"values":\{/, '"values":null,"before":{')
    await route.fulfill({ response, body })
  })
  await page.goto('/client-form')
  await page.locator('island-root[data-awake=crashed]').waitFor()
  await page.getByLabel('Business name').fill('Plain Gauges Ltd')
  await context.unroute('**/client-form')
  await page.getByRole('button', { name: 'Next', exact: true }).first().click()
  await page.locator('#error-summary').waitFor()
  expect(await page.getByLabel('Business name').inputValue()).toBe('Plain Gauges Ltd')
})

test('says in view that the session has ended when an edit is saved, and saves it after a new sign-in', async () => {
  await press('Edit')
  await page.getByLabel('Special instructions').fill('Ring at the gate')
  await page.context().clearCookies()
  await press('Save Changes')
  const link = page.locator('#edit').getByRole('link', { name: 'Sign in again' })
  const isInView = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom > top && bottom <= innerHeight
  }
  await expect.poll(() => link.evaluate(isInView)).toBe(true)
  await signInByCall(page, desk.username)
  await press('Save Changes')
  await toast('Application Updated')
  await page.locator('dd', { hasText: 'Ring at the gate' }).waitFor()
})
