import type { Page } from 'playwright'
import { drawSignature, fillSection } from '../browser/e2e-registration.ts'
import { asAdmin, press, type Scene, scene } from './scene.ts'
import { backupScenes } from './screens-backups.ts'
import { customerScenes } from './screens-customers.ts'
import { emailSettingsScenes } from './screens-email-settings.ts'
import { emailScenes } from './screens-emails.ts'
import { integrationScenes } from './screens-integrations.ts'
import { requestScenes } from './screens-requests.ts'
import { teamScenes } from './screens-team.ts'
import { termsScenes } from './screens-terms.ts'
import { verifyScenes } from './screens-verify.ts'

/** The thirteen screens and the error page: as they open, with errors, with their dialogs. */
export const scenes: Scene[] = [
  scene('landing', '/'),

  scene('form', '/client-form'),
  scene('form-errors', '/client-form', async (page) => {
    await press(page, 'Next')
    await page.locator('#error-summary').waitFor()
  }),
  scene('form-directors', '/client-form#section-2', async (page) => {
    await page.locator('#step-2').click()
    await fillSection(page, 2)
    for (let more = 0; more < 2; more += 1) await press(page, 'Add Director')
  }),
  scene('form-accounts', '/client-form', (page) => openStep(page, 3)),
  scene('form-buyer', '/client-form', (page) => openStep(page, 4)),
  scene('form-signing', '/client-form', async (page) => {
    await fillEverySection(page)
    await page.getByText('Type your name instead').click()
  }),
  scene('form-signing-errors', '/client-form', async (page) => {
    await openStep(page, 5)
    await page.locator('[name=agreementDate]').fill('')
    await press(page, 'Submit Application')
    await page.locator('#error-summary').waitFor()
    await openStep(page, 5)
  }),
  scene('form-start-again', '/client-form', async (page) => {
    await fillSection(page, 1, { mainEmail: 'again@example.com' })
    await press(page, 'Next')
    await page.locator('#section-title-2').waitFor()
    await page.getByText('Start again', { exact: true }).click()
  }),
  scene('form-finish-later', '/client-form', async (page) => {
    await fillSection(page, 1, { mainEmail: 'later@example.com' })
    await page.getByText('Finish on another device', { exact: true }).click()
    await press(page, 'Email me a link to finish on another device')
    await page.getByText('Check your mailbox').waitFor()
  }),
  scene('form-link-gone', { path: '/client-form?resume=gone', status: 400 }),

  scene('success', ({ submitted }) => `/success?id=${submitted.id}`),
  scene('success-without-id', '/success'),
  scene('terms', '/terms-conditions'),
  ...verifyScenes,
  ...termsScenes,

  scene('client-login', '/client-login'),
  scene('client-login-errors', '/client-login', (page) => press(page, 'Login')),
  scene('client-login-refused', '/client-login', async (page) => {
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await press(page, 'Login')
    await page.locator('.toast').waitFor()
  }),
  scene('portal-submitted', { as: 'submitted', path: '/client-portal' }),
  scene('portal-approved', { as: 'approved', path: '/client-portal' }),
  scene('portal-rejected', { as: 'rejected', path: '/client-portal?tab=directors' }),
  scene('portal-editing', { as: 'submitted', path: '/client-portal' }, async (page) => {
    await page.locator('#edit-business').click()
    await page.locator('[name=postCode]').fill('')
    await press(page, 'Save')
    await page.locator('.field-error').first().waitFor()
  }),
  scene(
    'set-password',
    ({ submitted, invite }) => `/client/set-password?token=${invite(submitted.email)}`,
  ),
  scene(
    'set-password-errors',
    ({ rejected, invite }) => `/client/set-password?token=${invite(rejected.email)}`,
    async (page) => {
      await page.locator('[name=password]').fill('short')
      await press(page, 'Set Password')
      await page.locator('.field-error').first().waitFor()
    },
  ),
  scene('set-password-no-link', '/client/set-password'),
  scene('forgot-password', '/client/forgot-password'),
  scene('forgot-password-errors', '/client/forgot-password', async (page) => {
    await press(page, 'Send Reset Link')
    await page.locator('.field-error').first().waitFor()
  }),
  scene('forgot-password-sent', '/client/forgot-password', async (page) => {
    await page.getByLabel('Email').fill('somebody@example.com')
    await press(page, 'Send Reset Link')
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  }),

  scene('admin', '/admin'),
  scene('admin-errors', '/admin', (page) => press(page, 'Login')),
  asAdmin('dashboard', '/admin/dashboard', (page) => page.locator('.plot canvas').waitFor()),
  asAdmin('dashboard-nothing-found', '/admin/dashboard?search=no+such+company', (page) =>
    press(page, 'Show as table'),
  ),
  asAdmin('account', '/admin/account', (page) => page.locator('canvas').waitFor()),
  asAdmin('account-errors', '/admin/account', async (page) => {
    await press(page, 'Change password')
    await page.locator('.field-error').first().waitFor()
  }),
  asAdmin('detail', ({ submitted }) => `/admin/applications/${submitted.id}`),
  asAdmin('detail-rejected', ({ rejected }) => `/admin/applications/${rejected.id}`),
  asAdmin(
    'detail-editing',
    ({ approved }) => `/admin/applications/${approved.id}`,
    (page) => press(page, 'Edit'),
  ),
  ...['Approve Application', 'Reject Application', 'Change sign-in address'].map((button) =>
    asAdmin(
      `detail-${button.toLowerCase().replaceAll(' ', '-')}`,
      ({ submitted }) => `/admin/applications/${submitted.id}`,
      (page) => press(page, button),
    ),
  ),
  asAdmin('detail-not-found', { path: '/admin/applications/X', status: 404 }),
  asAdmin('company', '/admin/company'),
  asAdmin('company-errors', '/admin/company', async (page) => {
    await page.getByLabel('Company name').fill('')
    await press(page, 'Save Details')
    await page.locator('.field-error').first().waitFor()
  }),
  ...requestScenes,
  ...teamScenes,
  ...emailScenes,
  ...emailSettingsScenes,
  ...backupScenes,
  ...customerScenes,
  ...integrationScenes,

  scene('not-found', { path: '/nowhere', status: 404 }),
  scene('error', { path: ({ submitted }) => `/api/applications/${submitted.id}/pdf`, status: 401 }),
]

/** Opens a section of the form by its tab. */
export const openStep = (page: Page, section: number) => page.locator(`#step-${section}`).click()

/** Fills the form without saving and signs it, ready for Submit Application. */
export async function fillEverySection(page: Page) {
  for (const section of [1, 2, 3, 4, 5] as const) {
    await openStep(page, section)
    await fillSection(page, section)
  }
  await drawSignature(page)
}
