import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import {
  admin,
  adminEnv,
  awake as awakeAdmin,
  openAsAdmin,
  plantApplication,
} from '../support/browser/e2e-admin.ts'
import { invite } from '../support/browser/e2e-client.ts'
import { awake, fillSection } from '../support/browser/e2e-registration.ts'
import { sharedSite } from '../support/browser/e2e-site.ts'
import { typedOn } from '../support/screens/screens-states.ts'

const site = sharedSite(adminEnv)
const noConnection = /ERR_INTERNET_DISCONNECTED|Clear-Site-Data/

const toasts = (page: Page) => page.locator('#toasts .toast')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('a failure toast', () => {
  test('goes when the person opens another section', async () => {
    const { page, context } = await site.guest({}, noConnection)
    await page.goto('/client-form')
    await awake(page)
    await fillSection(page, 1, { mainEmail: 'another-section@example.com' })
    await context.setOffline(true)
    await press(page, 'Next')
    await toasts(page).waitFor()
    await page.getByRole('tab', { name: 'Accounts' }).click()
    await expect.poll(() => toasts(page).count()).toBe(0)
  })
})

type Journey = [string, (page: Page) => Promise<string>]

/** Each opens a form, types into it, and returns the button that sends it. */
const forms: Journey[] = [
  [
    'the forgot-password form',
    async (page) => {
      await page.goto('/client/forgot-password')
      await page.getByLabel('Email').fill('somebody@example.com')
      return 'Send Reset Link'
    },
  ],
  [
    'the set-password form',
    async (page) => {
      const token = await invite(site.server, 'set-password-offline@example.com')
      await page.goto(`/client/set-password?token=${token}`)
      await page.getByLabel('New password', { exact: true }).fill('four quiet copper lamps')
      await page.getByLabel('Confirm new password').fill('four quiet copper lamps')
      return 'Set Password'
    },
  ],
  [
    'the admin sign-in',
    async (page) => {
      await page.goto('/admin')
      await page.getByLabel('Username').fill(admin.username)
      await page.getByLabel('Password').fill(admin.password)
      return 'Login'
    },
  ],
  [
    'an edit of an application',
    async (page) => {
      const id = await plantApplication(site.server, 'Edited Offline')
      await openAsAdmin(page, `/admin/applications/${id}`)
      await awakeAdmin(page)
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByLabel('Buyer name').fill('Typed on a train')
      return 'Save Changes'
    },
  ],
]

describe('a lost connection is told as one, and nothing typed is lost, in', () => {
  test.each(forms)('%s', async (_, open) => {
    const { page, context } = await site.guest({}, noConnection)
    const button = await open(page)
    const typed = await typedOn(page)
    await context.setOffline(true)
    await press(page, button)
    const toast = toasts(page).filter({ hasText: 'Unable to connect.' })
    await toast.getByText('Your answers are still here.').waitFor()
    expect(await typedOn(page)).toEqual(typed)
    await context.setOffline(false)
  })
})
