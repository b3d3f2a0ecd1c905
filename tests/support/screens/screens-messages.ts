import type { Page } from 'playwright'
import { awake } from '../browser/e2e-admin.ts'
import { asAdmin, press, type Scene, scene } from './scene.ts'
import { fillEverySection, openStep } from './screens.ts'
import type { ScreensApp } from './screens-app.ts'

const detail = ({ submitted }: ScreensApp) => `/admin/applications/${submitted.id}`
const dashboard = () => '/admin/dashboard'
const settings = () => '/admin/email-settings'

/** What passes on a screen: a toast, a refusal of one kind, a line while something is under way. */
export const messages: Scene[] = [
  scene('form-directors-blank', '/client-form', (page) => refusedStep(page, 2)),
  scene('form-accounts-errors', '/client-form', (p) => refusedStep(p, 3)),
  scene('form-buyer-errors', '/client-form', (p) => refusedStep(p, 4)),
  scene(
    'set-password-differs',
    ({ approved, invite }) => `/client/set-password?token=${invite(approved.email)}`,
    (page) => setPassword(page, 'another one of those'),
  ),
  asAdmin('detail-draft', ({ draft }) => `/admin/applications/${draft.id}`),

  scene('a submit that fails', '/client-form', async (page) => {
    await fillEverySection(page)
    await answered(page, '**/api/applications', 500)
    await press(page, 'Submit Application')
  }),
  scene('a portal save that fails', { as: 'approved', path: '/client-portal' }, async (page) => {
    await answered(page, '**/api/client/application/business', 500)
    await page.locator('#edit-business').click()
    await page.locator('island-root[data-awake=true]').waitFor()
    await page.locator('[name=fax]').fill('020 7946 0999')
    await press(page, 'Save')
  }),
  scene(
    'a password refused',
    ({ approved, invite }) => `/client/set-password?token=${invite(approved.email)}`,
    async (page) => {
      await answered(page, '**/api/client/set-password', 400)
      await setPassword(page)
    },
  ),
  scene('a forgotten password that fails', '/client/forgot-password', async (page) => {
    await answered(page, '**/api/client/forgot-password', 500)
    await page.getByLabel('Email').fill('somebody@example.com')
    await press(page, 'Send Reset Link')
  }),
  asAdmin('a logout that fails', dashboard, async (page) => {
    await answered(page, '**/api/admin/logout', 500)
    await press(page, 'Logout')
  }),
  asAdmin('updates that fail', dashboard, (page) => failing(page, '**/recent-updates')),
  asAdmin('a record that fails', detail, async (page, { submitted }) => {
    await answered(page, `**/admin/applications/${submitted.id}**`, 500)
    await press(page, 'Check again')
  }),
  asAdmin('an approval that fails', detail, async (page) => {
    await answered(page, '**/approve', 500)
    await approve(page)
  }),
  asAdmin('an update that fails', detail, async (page, { submitted }) => {
    await page.route(`**/api/applications/${submitted.id}`, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500 }) : route.fallback(),
    )
    await update(page)
  }),
  asAdmin('settings that fail', settings, async (page) => {
    await answered(page, '**/api/email-settings', 500)
    await press(page, 'Save Settings')
  }),
  asAdmin('settings without a network', settings, async (page) => {
    await page.route('**/api/email-settings', (route) => route.abort())
    await press(page, 'Save Settings')
  }),
  asAdmin('settings on their way', settings, async (page) => {
    await page.route('**/api/email-settings', () => {})
    await page.reload()
  }),
  asAdmin('a test sent', settings, async (page) => {
    await answered(page, '**/api/email-settings/test', 200, { logs: ['Sent'] })
    await page.getByLabel('Test email address').fill('test@example.com')
    await press(page, 'Send Test Email')
  }),
]

const answered = (page: Page, url: string, status: number, json: object = {}) =>
  page.route(url, (route) => route.fulfill({ status, json }))

async function failing(page: Page, url: string) {
  await answered(page, url, 500)
  await answered(page, `${url}?*`, 500)
  await page.reload()
  await awake(page)
}

async function refusedStep(page: Page, section: number) {
  await openStep(page, section)
  await press(page, 'Next')
}

async function setPassword(page: Page, confirmed = 'nine plain wooden chairs') {
  await page.locator('[name=password]').fill('nine plain wooden chairs')
  await page.locator('[name=confirmPassword]').fill(confirmed)
  await press(page, 'Set Password')
}

async function approve(page: Page) {
  await press(page, 'Approve Application')
  await page.getByLabel('Customer code').fill('CUST-0901')
  await press(page, 'Approve & Send Email')
}

async function update(page: Page) {
  await press(page, 'Edit')
  await page.getByLabel('Buyer name').fill('Di Sample')
  await press(page, 'Save Changes')
}
