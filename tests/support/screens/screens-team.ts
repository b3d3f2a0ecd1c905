import type { Page } from 'playwright'
import { asAdmin, type Scene, scene } from './scene.ts'
import { firstLink } from './screens-app.ts'

const choose = async (page: Page, password: string, button: string) => {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByRole('button', { name: button }).click()
  await page.locator('.field-error').first().waitFor()
}

/** The team's page, and how people come to it. */
export const teamScenes: Scene[] = [
  asAdmin('team', '/admin/team'),
  asAdmin('team-invite-errors', '/admin/team', async (page) => {
    await page.getByLabel('Email', { exact: true }).fill('nobody')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.locator('.field-error').first().waitFor()
  }),
  asAdmin('team-account', '/admin/team/1'),
  asAdmin('second-factor-errors', '/admin/account', async (page) => {
    await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
    await page.getByLabel('Code from your app').fill('000000')
    await page.getByRole('button', { name: 'Confirm code' }).click()
    await page.locator('.field-error').first().waitFor()
  }),
  scene(
    'invitation',
    ({ inviteColleague }) => `/admin/invitation?token=${inviteColleague('Rita')}`,
  ),
  scene(
    'invitation-errors',
    ({ inviteColleague }) => `/admin/invitation?token=${inviteColleague('Samir')}`,
    (page) => choose(page, 'short', 'Set password and sign in'),
  ),
  scene('invitation-gone', { path: '/admin/invitation', status: 400 }),
  scene('first', { path: () => `/admin/first?token=${firstLink}`, app: 'new' }),
  scene('first-errors', { path: () => `/admin/first?token=${firstLink}`, app: 'new' }, (page) =>
    choose(page, 'short', 'Create account'),
  ),
  scene('first-gone', { path: '/admin/first', status: 400 }),
]
