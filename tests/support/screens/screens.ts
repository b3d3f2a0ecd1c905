import type { Page } from 'playwright'
import { sectionSave } from '../app/application-answers.ts'
import { pdfOf } from '../browser/e2e-documents.ts'
import { autofill, drawSignature, fillSection, newAddress } from '../browser/e2e-registration.ts'
import type { ScreensApp } from './screens-app.ts'

/** Who looks: nobody in particular, the administrator, or the client of one of the applications. */
export type Viewer = 'nobody' | 'admin' | 'submitted' | 'approved' | 'rejected' | 'asked'

/** One screen in one state, and how to get there from a fresh page. */
export type Scene = {
  name: string
  path: (app: ScreensApp) => string
  as?: Viewer
  /** Lines of the browser's own that belong to the scene. */
  complains?: RegExp
  /** The answer's status, 200 unless said. */
  status?: number
  /** Brings the loaded page into the state; the scripts are awake. */
  arrange?: (page: Page, app: ScreensApp) => Promise<unknown>
}

type Place =
  | string
  | Scene['path']
  | (Omit<Scene, 'name' | 'path'> & { path: string | Scene['path'] })

function scene(name: string, place: Place, arrange?: Scene['arrange']): Scene {
  const { path, ...rest } = typeof place === 'object' ? place : { path: place }
  const pathOf = typeof path === 'string' ? () => path : path
  return { name, path: pathOf, ...rest, ...(arrange && { arrange }) }
}

const asAdmin = (...[name, place, arrange]: Parameters<typeof scene>): Scene => ({
  ...scene(name, place, arrange),
  as: 'admin',
})

/** Presses a button and waits for the first error beside a field. */
const refused = (button: string) => async (page: Page) => {
  await press(page, button)
  await page.locator('.field-error').first().waitFor()
}

const detail = ({ submitted }: ScreensApp) => `/admin/applications/${submitted.id}`
const badRequest = /status of 400/

/** Every page: with errors, which shows all that it opens with, and as it opens where it has none; with its dialogs. */
export const scenes: Scene[] = [
  scene('landing', '/'),
  scene('form-errors', '/client-form', async (page) => {
    await press(page, 'Next')
    await page.locator('#error-summary').waitFor()
  }),
  scene('form-directors', '/client-form#section-2', async (page) => {
    await openStep(page, 2)
    await fillSection(page, 2)
    for (let more = 0; more < 2; more += 1) await press(page, 'Add Director')
  }),
  scene('form-not-open', '/client-form', async (page) => {
    const data = sectionSave(1, { mainEmail: newAddress() })
    await page.request.post('/api/applications', { data })
    await page.reload()
    await page.context().clearCookies()
    await press(page, 'Next')
    await page.getByText('not open in this browser').waitFor()
  }),
  scene('form-signing', '/client-form', async (page) => {
    for (const section of [1, 2, 3, 4] as const)
      await autofill(page, section, { mainEmail: newAddress() })
    await openStep(page, 5)
    await fillSection(page, 5)
    await drawSignature(page)
  }),
  scene('form-signing-errors', '/client-form', async (page) => {
    await openStep(page, 5)
    await page.locator('[name=agreementDate]').fill('')
    await page.getByLabel('Type', { exact: true }).check()
    await press(page, 'Submit Application')
    await page.locator('#error-summary').waitFor()
    await openStep(page, 5)
  }),
  scene('form-later', '/client-form', async (page) => {
    await fillSection(page, 1, { mainEmail: 'later@example.com' })
    await page.getByText('Finish on another device', { exact: true }).click()
    await press(page, 'Email me the link')
    await page.getByText('Check your inbox').waitFor()
    await page.getByText('Start again', { exact: true }).click()
  }),
  scene('form-link-gone', { path: '/client-form?resume=gone', status: 400 }),
  scene('success', ({ submitted }) => `/success?id=${submitted.id}`),
  scene('success-without-id', '/success'),
  scene('terms', '/terms-conditions'),
  scene('accessibility', '/accessibility'),
  scene('verify-unknown', '/verify', async (page) => {
    await page.locator('island-root[data-awake=true] #check').waitFor()
    const file = { name: 'document.pdf', mimeType: 'application/pdf', buffer: pdfOf('a document') }
    await page.locator('#file').setInputFiles(file)
    await page.locator('#result .outcome').waitFor()
    await page.locator('details').evaluateAll((all) => {
      for (const each of all) each.setAttribute('open', '')
    })
  }),

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
    await refused('Save')(page)
  }),
  scene(
    'portal-asked-errors',
    { as: 'asked', path: '/client-portal', complains: badRequest },
    async (page) => {
      await page.locator('[name=answer]').fill('Here it is.')
      const buffer = Buffer.from('MZ')
      const file = { name: 'letterhead.pdf', mimeType: 'application/pdf', buffer }
      await page.getByLabel('Files (optional)').setInputFiles(file)
      await refused('Send answer')(page)
    },
  ),
  scene(
    'set-password-errors',
    ({ approved, invite }) => `/client/set-password?token=${invite(approved.email)}`,
    async (page) => {
      await page.locator('[name=password]').fill('nine plain wooden chairs')
      await page.locator('[name=confirmPassword]').fill('another one of those')
      await press(page, 'Set Password')
      await page.getByRole('link', { name: "Passwords don't match" }).waitFor()
      await page.locator('[name=password]').fill('short')
      await press(page, 'Set Password')
      await page.getByRole('link', { name: 'at least 8 characters' }).first().waitFor()
    },
  ),
  scene('set-password-no-link', '/client/set-password'),
  scene('forgot-password-errors', '/client/forgot-password', refused('Send Reset Link')),
  scene('forgot-password-sent', '/client/forgot-password', async (page) => {
    await page.getByLabel('Email').fill('somebody@example.com')
    await press(page, 'Send Reset Link')
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  }),

  scene('admin-errors', '/admin', (page) => press(page, 'Login')),
  scene(
    'invitation',
    ({ inviteColleague }) => `/admin/invitation?token=${inviteColleague('Rita')}`,
  ),
  asAdmin('dashboard', '/admin/dashboard', (page) => page.locator('.plot canvas').waitFor()),
  asAdmin('dashboard-nothing-found', '/admin/dashboard?search=no+such+company', (page) =>
    press(page, 'Show as table'),
  ),
  asAdmin('account', '/admin/account'),
  asAdmin('account-password-errors', '/admin/account?edit=password', refused('Change Password')),
  asAdmin('account-signature-errors', '/admin/account?edit=signature', async (page) => {
    await page.locator('canvas').waitFor()
    await refused('Save Signature')(page)
  }),
  asAdmin('detail', detail),
  asAdmin('detail-rejected', ({ rejected }) => `/admin/applications/${rejected.id}`),
  asAdmin('detail-draft', ({ draft }) => `/admin/applications/${draft.id}`),
  asAdmin('detail-asked', ({ asked }) => `/admin/applications/${asked.id}`),
  asAdmin(
    'detail-editing',
    ({ approved }) => `/admin/applications/${approved.id}`,
    (page) => press(page, 'Edit'),
  ),
  ...['Approve Application', 'Reject Application', 'Change sign-in address'].map((button) =>
    asAdmin(`detail-${button.toLowerCase().replaceAll(' ', '-')}`, detail, (page) =>
      press(page, button),
    ),
  ),
  asAdmin('detail-not-found', { path: '/admin/applications/X', status: 404 }),
  asAdmin('company-errors', '/admin/company', async (page) => {
    await page.getByLabel('Company name').fill('')
    await refused('Save Details')(page)
  }),
  asAdmin(
    'settings-terms-errors',
    { path: '/admin/company/terms', complains: badRequest },
    refused('Publish Terms'),
  ),
  asAdmin('company-retention', '/admin/company?edit=retention'),
  asAdmin('team-invite-errors', '/admin/team?edit=invitation', async (page) => {
    await page.getByLabel('Email', { exact: true }).fill('nobody')
    await refused('Send Invitation')(page)
  }),
  asAdmin('team-account', '/admin/team/1'),
  asAdmin('emails', '/admin/company/emails'),
  asAdmin('emails-wording-errors', '/admin/company/emails/receipt', async (page) => {
    await page.getByText('Placeholders').click()
    await page.getByLabel('Subject').fill('')
    await refused('Save Wording')(page)
  }),
  asAdmin('email-settings-errors', '/admin/email-settings', async (page) => {
    await page.getByLabel('Direct SSL').check()
    await page.getByLabel('Require STARTTLS').check()
    await page.getByLabel('From email').fill('nobody')
    await refused('Save Settings')(page)
    await page.getByText('Verbose Logs').first().click()
  }),
  ...['SendGrid', 'Microsoft 365 OAuth'].map((provider) =>
    asAdmin(`email-settings-${provider}`, '/admin/email-settings', (page) =>
      page.getByLabel('Email provider').selectOption(provider),
    ),
  ),
  asAdmin('sign-in-settings-errors', '/admin/sign-in', refused('Save')),
  asAdmin('backups', '/admin/backups'),
  asAdmin('privacy-error', '/admin/privacy', async (page) => {
    await press(page, 'Find')
    await page.locator('#error-summary').waitFor()
  }),
  asAdmin('customers', '/admin/customers'),
  asAdmin(
    'customers-error',
    { path: '/admin/customers?edit=import', complains: badRequest },
    async (page) => {
      await press(page, 'Check File')
      await page.locator('.error-summary').waitFor()
    },
  ),
  asAdmin('integrations-endpoint', '/admin/integrations?edit=add'),
  asAdmin(
    'integrations',
    ({ connectErp }) => {
      connectErp()
      return '/admin/integrations'
    },
    async (page) => {
      for (const line of await page.locator('summary').all()) await line.click()
    },
  ),

  scene('not-found', { path: '/nowhere', status: 404 }),
  scene('error', { path: ({ submitted }) => `/api/applications/${submitted.id}/pdf`, status: 401 }),
]

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click()

const openStep = (page: Page, section: number) => page.locator(`#step-${section}`).click()
