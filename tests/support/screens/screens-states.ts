import type { Page } from 'playwright'
import { expect } from 'vitest'
import { awake } from '../browser/e2e-admin.ts'
import { fillSection } from '../browser/e2e-registration.ts'
import { asAdmin, press, type Scene, scene } from './scene.ts'
import type { ScreensApp } from './screens-app.ts'

const detail = ({ submitted }: ScreensApp) => `/admin/applications/${submitted.id}`
const noNetwork = /ERR_INTERNET_DISCONNECTED/
const typingKept = 'No connection. What you typed is still here.'

/** What may befall any screen: no network, a session that is over, nothing there, too much there, not there yet. */
export const states: Scene[] = [
  scene('form-offline', { path: '/client-form', complains: noNetwork }, async (page) => {
    await fillSection(page, 1, { mainEmail: 'offline@example.com' })
    await offline(page, () => press(page, 'Next'), typingKept)
  }),
  scene('client-login-offline', { path: '/client-login', complains: noNetwork }, async (page) => {
    await page.getByLabel('Email').fill('somebody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('four quiet copper lamps')
    await offline(page, () => press(page, 'Login'), 'Unable to connect to server')
  }),
  scene(
    'portal-offline',
    { as: 'submitted', path: '/client-portal', complains: noNetwork },
    async (page) => {
      await page.locator('#edit-business').click()
      await page.locator('[name=fax]').fill('020 7946 0999')
      await offline(page, () => press(page, 'Save'), typingKept)
    },
  ),
  asAdmin('dashboard-offline', { path: '/admin/dashboard', complains: noNetwork }, (page) =>
    offline(page, () => press(page, 'Search'), ''),
  ),
  asAdmin('detail-offline', { path: detail, complains: noNetwork }, async (page) => {
    await press(page, 'Approve Application')
    await page.getByLabel('Customer code').fill('CUST-0901')
    await offline(page, () => press(page, 'Approve & Send Email'), typingKept)
  }),
  asAdmin(
    'email-settings-offline',
    { path: '/admin/email-settings', complains: noNetwork },
    (page) => offline(page, () => press(page, 'Save Settings'), 'Unable to connect to server'),
  ),

  scene('portal-session-over', { as: 'submitted', path: '/client-portal' }, async (page) => {
    await page.locator('#edit-business').click()
    await page.locator('[name=fax]').fill('020 7946 0999')
    await sessionChecked(page)
    await page.context().clearCookies()
    await press(page, 'Save')
    await page.locator('#section-notice').waitFor()
  }),
  scene('client-login-session-over', { as: 'submitted', path: '/client-portal' }, async (page) => {
    await page.context().clearCookies()
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    )
    await page.waitForURL('**/client-login')
    await page.locator('.toast').waitFor()
  }),
  asAdmin('detail-session-over', detail, async (page) => {
    await press(page, 'Reject Application')
    await page.context().clearCookies()
    await press(page, 'Reject & Send Email')
    await page.locator('.notice-bad:visible').waitFor()
  }),

  asAdmin('dashboard-empty', { path: '/admin/dashboard', app: 'empty' }),
  asAdmin('dashboard-full', { path: '/admin/dashboard', app: 'full' }, (page) =>
    page.locator('.plot canvas').waitFor(),
  ),
  asAdmin('dashboard-late-backup', { path: '/admin/dashboard', app: 'neglected' }, (page) =>
    page.getByText('The last backup was made').waitFor(),
  ),
  asAdmin('dashboard-loading', '/admin/dashboard', (page) =>
    unanswered(page, '.stats[aria-busy=true]'),
  ),

  asAdmin(
    'detail-earlier-changes',
    { path: '/admin/applications/0001-0001-0001', app: 'full' },
    async (page) => {
      await page.getByRole('link', { name: 'Earlier changes' }).click()
      await page.getByRole('link', { name: 'Newest changes' }).waitFor()
      await awake(page)
    },
  ),

  scene(
    'portal-fifty-directors',
    { as: 'rejected', path: '/client-portal?tab=directors' },
    (page) => page.locator('#edit-directors').click(),
  ),
  scene('portal-held', { as: 'submitted', path: '/client-portal' }, async (page) => {
    await page.locator('#edit-business').click()
    await page.getByRole('tab', { name: 'Buyer' }).click()
  }),
  asAdmin('detail-long-reason', detail, async (page) => {
    await press(page, 'Reject Application')
    await page.getByLabel('Reason').fill('The references were not received in time. '.repeat(47))
  }),
]

/** Cuts the network and does something that needs it: the page says so and loses nothing that was typed. */
async function offline(page: Page, action: () => Promise<unknown>, words: string) {
  await sessionChecked(page)
  const typed = await typedOn(page)
  await page.context().setOffline(true)
  await action()
  await page.locator('.toast-error', { hasText: words }).waitFor()
  expect(await typedOn(page)).toEqual(typed)
}

/** The check of the session that every private page makes once it has loaded is over. */
const sessionChecked = (page: Page) =>
  page.locator('#checking:not(:empty)').waitFor({ state: 'detached' })

/** Everything that stands in the fields of a page. */
export const typedOn = (page: Page) =>
  page
    .locator('input:visible:not([type=search]), textarea:visible')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

/** Opens the page again while no call but the session's check is answered. */
async function unanswered(page: Page, sign: string) {
  await page.route(/\/api\/(?!admin\/me)/, () => {})
  await page.reload()
  await awake(page)
  await page.locator(sign).waitFor()
}
