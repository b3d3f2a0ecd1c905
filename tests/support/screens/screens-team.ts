import type { Page } from 'playwright'
import type { Scene } from './screens.ts'
import { firstLink } from './screens-app.ts'

const choose = async (page: Page, password: string, button: string) => {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByRole('button', { name: button }).click()
  await page.locator('.field-error').first().waitFor()
}

/** The team's page, and how people come to it. */
export const teamScenes: Scene[] = [
  { name: 'team', as: 'admin', path: () => '/admin/team' },
  {
    name: 'team-invite-errors',
    as: 'admin',
    path: () => '/admin/team',
    arrange: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('nobody')
      await page.getByRole('button', { name: 'Send invitation' }).click()
      await page.locator('.field-error').first().waitFor()
    },
  },
  { name: 'team-account', as: 'admin', path: () => '/admin/team/1' },
  { name: 'second-factor', as: 'admin', path: () => '/admin/second-factor' },
  {
    name: 'second-factor-errors',
    as: 'admin',
    path: () => '/admin/second-factor',
    arrange: async (page) => {
      await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
      await page.getByLabel('Code from your app').fill('000000')
      await page.getByRole('button', { name: 'Confirm code' }).click()
      await page.locator('.field-error').first().waitFor()
    },
  },
  {
    name: 'invitation',
    path: ({ inviteColleague }) => `/admin/invitation?token=${inviteColleague('Rita')}`,
  },
  {
    name: 'invitation-errors',
    path: ({ inviteColleague }) => `/admin/invitation?token=${inviteColleague('Samir')}`,
    arrange: (page) => choose(page, 'short', 'Set password and sign in'),
  },
  { name: 'invitation-gone', path: () => '/admin/invitation', status: 400 },
  { name: 'first', app: 'new', path: () => `/admin/first?token=${firstLink}` },
  {
    name: 'first-errors',
    app: 'new',
    path: () => `/admin/first?token=${firstLink}`,
    arrange: (page) => choose(page, 'short', 'Create account'),
  },
  { name: 'first-gone', path: () => '/admin/first', status: 400 },
]
