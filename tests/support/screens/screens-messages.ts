import type { Page } from 'playwright'
import { admin, awake } from '../browser/e2e-admin.ts'
import { fillEverySection, openStep, press, type Scene } from './screens.ts'
import { clientPassword, type ScreensApp } from './screens-app.ts'

const detail = ({ submitted }: ScreensApp) => `/admin/applications/${submitted.id}`
const asAdmin = (name: string, path: Scene['path'], arrange: Scene['arrange']): Scene => ({
  name,
  as: 'admin',
  path,
  ...(arrange && { arrange }),
})
const dashboard = () => '/admin/dashboard'
const settings = () => '/admin/email-settings'

/** What passes on a screen: a toast, a refusal of one kind, a line while something is under way. */
export const messages: Scene[] = [
  {
    name: 'form-directors-blank',
    path: () => '/client-form',
    arrange: (page) => refusedStep(page, 2),
  },
  { name: 'form-accounts-errors', path: () => '/client-form', arrange: (p) => refusedStep(p, 3) },
  { name: 'form-buyer-errors', path: () => '/client-form', arrange: (p) => refusedStep(p, 4) },
  {
    name: 'set-password-differs',
    path: ({ approved, invite }) => `/client/set-password?token=${invite(approved.email)}`,
    arrange: (page) => setPassword(page, 'another one of those'),
  },
  asAdmin('detail-draft', ({ draft }) => `/admin/applications/${draft.id}`, undefined),
  asAdmin('email-settings-nameless', settings, async (page) => {
    await page.getByLabel('From name').fill('')
    await press(page, 'Save Settings')
  }),
  asAdmin('email-settings-incomplete', settings, async (page) => {
    await page.getByLabel('From email').fill('post@example.com')
    await page.getByLabel('Accounts notification email').fill('accounts@example.com')
    await press(page, 'Save Settings')
  }),
  asAdmin('email-settings-no-address', settings, (page) => press(page, 'Send Test Email')),

  {
    name: 'a taken address',
    path: () => '/client-form',
    arrange: async (page) => {
      const message = 'An application with this email address already exists'
      await answered(page, '**/api/applications', 409, { message })
      await fillEverySection(page)
      await press(page, 'Submit Application')
    },
  },
  {
    name: 'a save that fails',
    path: () => '/client-form',
    arrange: async (page) => {
      await fillEverySection(page)
      await answered(page, '**/api/applications', 500)
      await openStep(page, 4)
      await press(page, 'Next')
    },
  },
  {
    name: 'a submit that fails',
    path: () => '/client-form',
    arrange: async (page) => {
      await fillEverySection(page)
      await answered(page, '**/api/applications', 500)
      await press(page, 'Submit Application')
    },
  },
  {
    name: 'a submit',
    path: () => '/client-form',
    arrange: async (page) => {
      await fillEverySection(page)
      await press(page, 'Submit Application')
      await page.waitForURL('**/success?id=*')
    },
  },
  {
    name: 'a client sign-in',
    path: () => '/client-login',
    arrange: async (page, { approved }) => {
      await page.getByLabel('Email').fill(approved.email)
      await page.getByLabel('Password', { exact: true }).fill(clientPassword)
      await press(page, 'Login')
      await page.waitForURL('**/client-portal')
    },
  },
  ...[200, 500].map((status) => ({
    name: status === 200 ? 'a portal save' : 'a portal save that fails',
    as: 'approved' as const,
    path: () => '/client-portal',
    arrange: async (page: Page) => {
      if (status !== 200) await answered(page, '**/api/client/application/business', status)
      await page.locator('#edit-business').click()
      await page.locator('[name=fax]').fill('020 7946 0999')
      await press(page, 'Save')
    },
  })),
  {
    name: 'a password set',
    path: ({ approved, invite }) => `/client/set-password?token=${invite(approved.email)}`,
    arrange: async (page) => {
      await answered(page, '**/api/client/set-password', 200)
      await setPassword(page)
      await page.waitForURL('**/client-login')
    },
  },
  {
    name: 'a password refused',
    path: ({ approved, invite }) => `/client/set-password?token=${invite(approved.email)}`,
    arrange: async (page) => {
      await answered(page, '**/api/client/set-password', 400)
      await setPassword(page)
    },
  },
  {
    name: 'a forgotten password that fails',
    path: () => '/client/forgot-password',
    arrange: async (page) => {
      await answered(page, '**/api/client/forgot-password', 500)
      await page.getByLabel('Email').fill('somebody@example.com')
      await press(page, 'Send Reset Link')
    },
  },
  ...[admin.password, 'wrong'].map((password) => ({
    name: password === 'wrong' ? 'an admin sign-in refused' : 'an admin sign-in',
    path: () => '/admin',
    arrange: async (page: Page) => {
      await page.getByLabel('Username').fill(admin.username)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await press(page, 'Login')
    },
  })),
  asAdmin('a session in doubt', dashboard, async (page) => {
    await page.route('**/api/admin/me', () => {})
    await page.reload()
  }),
  asAdmin('a logout that fails', dashboard, async (page) => {
    await answered(page, '**/api/admin/logout', 500)
    await press(page, 'Logout')
  }),
  asAdmin('a list that fails', dashboard, (page) => failing(page, '**/api/applications')),
  asAdmin('updates that fail', dashboard, (page) => failing(page, '**/recent-updates')),
  asAdmin('a record that fails', detail, (page, { submitted }) =>
    failing(page, `**/api/applications/${submitted.id}`),
  ),
  asAdmin('directors that fail', detail, (page) => failing(page, '**/directors')),
  asAdmin('an approval that fails', detail, async (page) => {
    await answered(page, '**/approve', 500)
    await approve(page)
  }),
  asAdmin('a rejection that fails', detail, async (page) => {
    await answered(page, '**/reject', 500)
    await reject(page)
  }),
  asAdmin('an update that fails', detail, async (page, { submitted }) => {
    await page.route(`**/api/applications/${submitted.id}`, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500 }) : route.fallback(),
    )
    await update(page)
  }),
  asAdmin('an update', detail, update),
  asAdmin('an approval', detail, approve),
  asAdmin('a rejection', detail, reject),
  asAdmin('settings that fail', settings, async (page) => {
    await answered(page, '**/api/email-settings', 500)
    await press(page, 'Save Settings')
  }),
  asAdmin('settings saved', settings, async (page) => {
    await page.route('**/api/email-settings', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ json: {} }) : route.fallback(),
    )
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
  ...[200, 502].map((status) =>
    asAdmin(status === 200 ? 'a test sent' : 'a test that fails', settings, async (page) => {
      await answered(page, '**/api/email-settings/test', status, { logs: ['Sent'] })
      await page.getByLabel('Test email address').fill('test@example.com')
      await press(page, 'Send Test Email')
    }),
  ),
  asAdmin('a logout', dashboard, async (page) => {
    await press(page, 'Logout')
    await page.waitForURL('**/admin')
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

async function reject(page: Page) {
  await press(page, 'Reject Application')
  await press(page, 'Reject & Send Email')
}

async function update(page: Page) {
  await press(page, 'Edit')
  await page.getByLabel('Buyer name').fill('Di Sample')
  await press(page, 'Save Changes')
}
