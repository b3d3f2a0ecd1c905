import type { Page } from 'playwright'
import { drawSignature, fillSection } from '../browser/e2e-registration.ts'
import type { ScreensApp } from './screens-app.ts'
import { customerScenes } from './screens-customers.ts'
import { emailSettingsScenes } from './screens-email-settings.ts'
import { emailScenes } from './screens-emails.ts'
import { integrationScenes } from './screens-integrations.ts'
import { requestScenes } from './screens-requests.ts'
import { teamScenes } from './screens-team.ts'
import { termsScenes } from './screens-terms.ts'
import { verifyScenes } from './screens-verify.ts'

/** Who looks: nobody in particular, the administrator, or the client of one of the applications. */
export type Viewer = 'nobody' | 'admin' | 'submitted' | 'approved' | 'rejected' | 'asked'

/** One screen in one state, and how to get there from a fresh page. */
export type Scene = {
  name: string
  path: (app: ScreensApp) => string
  as?: Viewer
  /** The app it stands in, when not the furnished one: without any application, with ten thousand, without backups, without an account. */
  app?: 'empty' | 'full' | 'neglected' | 'new'
  /** Lines of the browser's own that belong to the scene. */
  complains?: RegExp
  /** The answer's status, 200 unless said. */
  status?: number
  /** Brings the loaded page into the state; the scripts are awake. */
  arrange?: (page: Page, app: ScreensApp) => Promise<unknown>
}

/** The thirteen screens and the error page: as they open, with errors, with their dialogs. */
export const scenes: Scene[] = [
  { name: 'landing', path: () => '/' },

  { name: 'form', path: () => '/client-form' },
  {
    name: 'form-errors',
    path: () => '/client-form',
    arrange: async (page) => {
      await press(page, 'Next')
      await page.locator('#error-summary').waitFor()
    },
  },
  {
    name: 'form-directors',
    path: () => '/client-form#section-2',
    arrange: async (page) => {
      await page.locator('#step-2').click()
      await fillSection(page, 2)
      for (let more = 0; more < 2; more += 1) await press(page, 'Add Director')
    },
  },
  { name: 'form-accounts', path: () => '/client-form', arrange: (page) => openStep(page, 3) },
  { name: 'form-buyer', path: () => '/client-form', arrange: (page) => openStep(page, 4) },
  {
    name: 'form-signing',
    path: () => '/client-form',
    arrange: async (page) => {
      await fillEverySection(page)
      await page.getByText('Type your name instead').click()
    },
  },
  {
    name: 'form-signing-errors',
    path: () => '/client-form',
    arrange: async (page) => {
      await openStep(page, 5)
      await page.locator('[name=agreementDate]').fill('')
      await press(page, 'Submit Application')
      await page.locator('#error-summary').waitFor()
      await openStep(page, 5)
    },
  },
  {
    name: 'form-start-again',
    path: () => '/client-form',
    arrange: async (page) => {
      await fillSection(page, 1, { mainEmail: 'again@example.com' })
      await press(page, 'Next')
      await page.locator('#section-title-2').waitFor()
      await page.getByText('Start again', { exact: true }).click()
    },
  },
  {
    name: 'form-finish-later',
    path: () => '/client-form',
    arrange: async (page) => {
      await fillSection(page, 1, { mainEmail: 'later@example.com' })
      await page.getByText('Finish on another device', { exact: true }).click()
      await press(page, 'Email me a link to finish on another device')
      await page.getByText('Check your mailbox').waitFor()
    },
  },
  { name: 'form-link-gone', path: () => '/client-form?resume=gone', status: 400 },

  { name: 'success', path: ({ submitted }) => `/success?id=${submitted.id}` },
  { name: 'success-without-id', path: () => '/success' },
  { name: 'terms', path: () => '/terms-conditions' },
  ...verifyScenes,
  ...termsScenes,

  { name: 'client-login', path: () => '/client-login' },
  {
    name: 'client-login-errors',
    path: () => '/client-login',
    arrange: (page) => press(page, 'Login'),
  },
  {
    name: 'client-login-refused',
    path: () => '/client-login',
    arrange: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await press(page, 'Login')
      await page.locator('.toast').waitFor()
    },
  },
  { name: 'portal-submitted', as: 'submitted', path: () => '/client-portal' },
  { name: 'portal-approved', as: 'approved', path: () => '/client-portal' },
  { name: 'portal-rejected', as: 'rejected', path: () => '/client-portal?tab=directors' },
  {
    name: 'portal-editing',
    as: 'submitted',
    path: () => '/client-portal',
    arrange: async (page) => {
      await page.locator('#edit-business').click()
      await page.locator('[name=postCode]').fill('')
      await press(page, 'Save')
      await page.locator('.field-error').first().waitFor()
    },
  },
  {
    name: 'set-password',
    path: ({ submitted, invite }) => `/client/set-password?token=${invite(submitted.email)}`,
  },
  {
    name: 'set-password-errors',
    path: ({ rejected, invite }) => `/client/set-password?token=${invite(rejected.email)}`,
    arrange: async (page) => {
      await page.locator('[name=password]').fill('short')
      await press(page, 'Set Password')
      await page.locator('.field-error').first().waitFor()
    },
  },
  { name: 'set-password-no-link', path: () => '/client/set-password' },
  { name: 'forgot-password', path: () => '/client/forgot-password' },
  {
    name: 'forgot-password-errors',
    path: () => '/client/forgot-password',
    arrange: async (page) => {
      await press(page, 'Send Reset Link')
      await page.locator('.field-error').first().waitFor()
    },
  },
  {
    name: 'forgot-password-sent',
    path: () => '/client/forgot-password',
    arrange: async (page) => {
      await page.getByLabel('Email').fill('somebody@example.com')
      await press(page, 'Send Reset Link')
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    },
  },

  { name: 'admin', path: () => '/admin' },
  { name: 'admin-errors', path: () => '/admin', arrange: (page) => press(page, 'Login') },
  {
    name: 'dashboard',
    as: 'admin',
    path: () => '/admin/dashboard',
    arrange: (page) => page.locator('.plot canvas').waitFor(),
  },
  {
    name: 'dashboard-nothing-found',
    as: 'admin',
    path: () => '/admin/dashboard?search=no+such+company',
    arrange: (page) => press(page, 'Show as table'),
  },
  {
    name: 'dashboard-account',
    as: 'admin',
    path: () => '/admin/dashboard?dialog=account',
    arrange: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'detail',
    as: 'admin',
    path: ({ submitted }) => `/admin/applications/${submitted.id}`,
  },
  {
    name: 'detail-rejected',
    as: 'admin',
    path: ({ rejected }) => `/admin/applications/${rejected.id}`,
  },
  {
    name: 'detail-editing',
    as: 'admin',
    path: ({ approved }) => `/admin/applications/${approved.id}`,
    arrange: (page) => press(page, 'Edit'),
  },
  ...['Approve Application', 'Reject Application', 'Change sign-in address'].map((button) => ({
    name: `detail-${button.toLowerCase().replaceAll(' ', '-')}`,
    as: 'admin' as const,
    path: ({ submitted }: ScreensApp) => `/admin/applications/${submitted.id}`,
    arrange: (page: Page) => press(page, button),
  })),
  { name: 'detail-not-found', as: 'admin', path: () => '/admin/applications/X', status: 404 },
  { name: 'company', as: 'admin', path: () => '/admin/company' },
  {
    name: 'company-errors',
    as: 'admin',
    path: () => '/admin/company',
    arrange: async (page) => {
      await page.getByLabel('Company name').fill('')
      await press(page, 'Save Details')
      await page.locator('.field-error').first().waitFor()
    },
  },
  ...requestScenes,
  ...teamScenes,
  ...emailScenes,
  ...emailSettingsScenes,
  ...customerScenes,
  ...integrationScenes,

  { name: 'not-found', path: () => '/nowhere', status: 404 },
  {
    name: 'error',
    path: ({ submitted }) => `/api/applications/${submitted.id}/pdf`,
    status: 401,
  },
]

/** Presses a button by its whole name. */
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click()

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
