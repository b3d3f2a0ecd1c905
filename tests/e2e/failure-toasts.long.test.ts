import type { Page, Route } from 'playwright'
import { describe, expect, test } from 'vitest'
import { expectAgreedTexts } from '../support/agreed-texts.ts'
import { plantApplication } from '../support/browser/e2e-admin.ts'
import { awake } from '../support/browser/e2e-browser.ts'
import { customerOf, invite } from '../support/browser/e2e-client.ts'
import { fillSection, newAddress } from '../support/browser/e2e-registration.ts'
import { commonSite, regular, sharedAdmin } from '../support/browser/e2e-site.ts'

const site = commonSite()
const customer = customerOf(site)
/** The browser's own lines for a call without an answer, or with one of 5xx. */
const failedCalls = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of 50\d|Clear-Site-Data/
const visit = regular(site, {}, failedCalls)
const desk = sharedAdmin(site, {}, failedCalls)

const toasts = (page: Page) => page.locator('#toasts .toast')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The lines of the toast: its title first. */
async function linesOf(page: Page): Promise<string[]> {
  await toasts(page).waitFor()
  const texts = await page.locator('#toasts :is(strong, p)').allInnerTexts()
  return texts.flatMap((text) => text.split('\n'))
}

test('removes a failure toast when the person opens another section', async () => {
  const { page, context } = visit
  await page.goto('/client-form')
  await awake(page)
  await fillSection(page, 1, { mainEmail: newAddress() })
  await context.setOffline(true)
  await press(page, 'Next')
  await toasts(page).waitFor()
  await page.getByRole('tab', { name: 'Accounts' }).click()
  await expect.poll(() => toasts(page).count()).toBe(0)
})

test('shows the server’s message at a field in the specified toast, too', async () => {
  const { page } = await site.guest({}, /status of 400/)
  await page.goto('/client-login')
  await page.getByLabel('Email').fill('somebody@nowhere')
  await page.getByLabel('Password', { exact: true }).fill('four quiet copper lamps')
  await press(page, 'Login')
  await page.locator('.field-error', { hasText: 'Please enter a valid email address' }).waitFor()
  expect(await linesOf(page)).toEqual(['Login failed', 'Please enter a valid email address'])
})

/** Who calls, how they come to the button that does, and the title and text of the toast. */
type Row = [
  name: string,
  by: { page: Page },
  open: (page: Page) => Promise<string>,
  call: string,
  title: string,
  text: string,
]

const forms: Row[] = [
  [
    'Next',
    visit,
    async (page) => {
      await page.goto('/client-form')
      await awake(page)
      await fillSection(page, 1, { mainEmail: newAddress() })
      return 'Next'
    },
    'POST /api/applications',
    'Error',
    'Failed to save form data. Please try again.',
  ],
  [
    'Save in the portal',
    visit,
    async (page) => {
      await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
      await page.locator('[data-awake=true]').first().waitFor({ state: 'attached' })
      await page.getByLabel('Buyer name').fill('Typed on a train')
      return 'Save'
    },
    'PUT /api/client/application/buyer',
    'Update failed',
    'Failed to save your changes. Please try again.',
  ],
  [
    'Approve',
    desk,
    async (page) => {
      await openRecord(page, await plantApplication(site.server, 'Approved Offline'))
      await press(page, 'Approve Application')
      await page.getByLabel('Customer code').fill('OFF-1')
      return 'Approve & Send Email'
    },
    'PATCH /approve',
    'Error',
    'Failed to approve application',
  ],
  [
    'Save Settings',
    desk,
    async (page) => {
      await page.goto('/admin/email-settings')
      await awake(page)
      await page.getByLabel('From name').fill('Typed Gauges')
      return 'Save Settings'
    },
    'POST /api/email-settings',
    'Network Error',
    'Unable to connect to server',
  ],
]

async function openRecord(page: Page, id: string) {
  await page.goto(`/admin/applications/${id}`)
  await awake(page)
}

/** Lets every call pass but those that begin with a method and hold a part of a path. */
async function failCalls(page: Page, call: string, fail: (route: Route) => Promise<void>) {
  const [method, part = ''] = call.split(' ')
  await page.route(`**${part}**`, (route) =>
    route.request().method() === method ? fail(route) : route.fallback(),
  )
}

const abort = (route: Route) => route.abort()

describe('a request without an answer', () => {
  test.each(forms)(
    'shows its own toast for a request without an answer, and keeps what was typed, after %s',
    async (_, by, open, call, title, text) => {
      const { page } = by
      const button = await open(page)
      const typed = await typedOn(page)
      await failCalls(page, call, abort)
      await press(page, button)
      expect(await linesOf(page)).toEqual([
        title,
        text,
        'No connection. What you typed is still here.',
      ])
      expect(await typedOn(page)).toEqual(typed)
    },
  )
})

type SignIn = [name: string, path: string, call: string, title: string, refusal: string]

const outage = 'Unable to connect to server'
const outages: [string, (route: Route) => Promise<void>, string][] = [
  ['no answer', abort, outage],
  ['a 500 without words', (r) => r.fulfill({ status: 500, body: '' }), outage],
  ["a proxy's page", (r) => r.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }), outage],
  ['503', (r) => r.fulfill({ status: 503, json: { message: 'In a minute' } }), 'In a minute'],
]

test.each(outages)(
  'does not call the link invalid at Set Password after %s, and the link still works',
  async (...[, fail, text]) => {
    const { page } = visit
    await page.goto(`/client/set-password?token=${await invite(site.server, newAddress())}`)
    await awake(page)
    await page.getByLabel('New password', { exact: true }).fill('four quiet copper lamps')
    await page.getByLabel('Confirm new password').fill('four quiet copper lamps')
    await failCalls(page, 'POST /api/client/set-password', fail)
    await press(page, 'Set Password')
    expect(await linesOf(page)).toEqual(['Failed to set password', text])
    await page.unrouteAll()
    await press(page, 'Set Password')
    await page.waitForURL('**/client-login')
  },
)

const signIns: SignIn[] = [
  [
    'client',
    '/client-login',
    'POST /api/client/login',
    'Login failed',
    'Invalid email or password',
  ],
  ['admin', '/admin', 'POST /api/admin/login', 'Error', 'Invalid credentials'],
]

describe.each(signIns)('the %s sign-in', (_, path, call, title, refusal) => {
  test.each(outages)('shows the right reason for %s at the sign-in', async (_, fail, text) => {
    const { page } = visit
    await page.goto(path)
    await awake(page)
    await page.getByLabel(/^(Email|Username)$/).fill('somebody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('four quiet copper lamps')
    await failCalls(page, call, fail)
    await press(page, 'Login')
    expect(await linesOf(page)).toEqual([title, text])
  })

  test('explains a 401 without a message in the form, too, and marks both fields', async () => {
    const { page } = visit
    await page.goto(path)
    await awake(page)
    await page.getByLabel(/^(Email|Username)$/).fill('somebody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('four quiet copper lamps')
    await failCalls(page, call, (r) => r.fulfill({ status: 401, body: '' }))
    await press(page, 'Login')
    expect(await linesOf(page)).toEqual([title, refusal])
    expect(await page.locator('[aria-invalid=true]').count()).toBe(2)
    expect(await page.locator('.error-summary:focus a').innerText()).toBe(refusal)
  })
})

/** Everything that stands in the fields of a page. */
const typedOn = (page: Page) =>
  page
    .locator('input:visible:not([type=search]), textarea:visible')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

test('reports the result of the email settings and of the sign-out', async () => {
  const { page } = desk
  await page.goto('/admin/email-settings')
  await awake(page)
  await page.route('**/api/email-settings', abort)
  await press(page, 'Save Settings')
  await expectAgreedTexts(page, 'settings without a network')
  await page.route('**/api/email-settings', (route) => route.fulfill({ status: 500, json: {} }))
  await press(page, 'Save Settings')
  await expectAgreedTexts(page, 'settings that fail')
  await page.route('**/api/email-settings/test', (route) => route.fulfill({ json: { logs: [] } }))
  await page.getByLabel('Test email address').fill('test@example.com')
  await press(page, 'Send Test Email')
  await expectAgreedTexts(page, 'a test sent')
  await page.route('**/api/admin/logout', (route) => route.fulfill({ status: 500, json: {} }))
  await press(page, 'Logout')
  await expectAgreedTexts(page, 'a logout that fails')
})
