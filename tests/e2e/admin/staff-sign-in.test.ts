import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { adminEnv, signIn } from '../../support/browser/e2e-admin.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'
import {
  openIdClient,
  signInThere,
  startOpenIdProvider,
} from '../../support/browser/openid-provider.ts'

const site = sharedSite(adminEnv)
let issuer = ''

/** The provider's pages want a font from elsewhere; and what the browser itself says of a logout. */
const notOurs = /ERR_NAME_NOT_RESOLVED|Clear-Site-Data/

beforeAll(async () => {
  const provider = await startOpenIdProvider(`${site.server.url}/api/admin/sign-in/callback`)
  issuer = provider.issuer
  return provider.stop
})

function write(statement: string, ...values: unknown[]) {
  const db = new Database(`${site.server.dataDir}/countersign.db`)
  db.prepare(statement).run(...values)
  db.close()
}

test('sets up a firm’s provider, and gives an invited person no password here', async () => {
  const { page } = await site.guest({}, notOurs)
  await signIn(page)
  await page.goto('/admin/sign-in')
  await page.getByLabel('Address of the provider').fill(issuer)
  await page.getByLabel('Client ID').fill(openIdClient.id)
  await page.getByLabel('Client secret').fill(openIdClient.secret)
  await page.getByLabel('Name on the button').fill('Northgate')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved, and it answers').waitFor()

  await page.goto('/admin/team?edit=invitation')
  await page.getByLabel('Username').fill('bo')
  await page.getByLabel('Email').fill('bo@example.com')
  await page.getByLabel('Role', { exact: true }).selectOption('administrator')
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  await page.getByText('The email has not been sent yet').waitFor()
  const token = newToken()
  write('update admin_invitations set token_hash = ?', hashToken(token))

  const { page: newcomer } = await site.guest({}, notOurs)
  await newcomer.goto(`/admin/invitation?token=${token}`)
  await newcomer.getByRole('link', { name: 'Sign in with Northgate' }).click()
  await signInThere(newcomer, issuer, 'bo')
  await newcomer.waitForURL('**/admin/account')
  await newcomer.getByText('Your account is connected to bo@firm.example').waitFor()
  await newcomer.getByRole('button', { name: 'Logout' }).click()

  await newcomer.getByRole('link', { name: 'Sign in with Northgate' }).click()
  await newcomer.waitForURL('**/admin/dashboard')

  await newcomer.goto('/admin/team?edit=invitation')
  await newcomer.getByLabel('Username').fill('cy')
  await newcomer.getByLabel('Email').fill('cy@example.com')
  await newcomer.getByRole('button', { name: 'Send Invitation' }).click()
  const popup = newcomer.waitForEvent('popup')
  await newcomer.getByRole('link', { name: 'Confirm with Northgate' }).click()
  const tab = await popup
  await signInThere(tab, issuer, 'bo')
  await tab.getByText('Go back to the tab you came from').waitFor()
  await newcomer.getByRole('button', { name: 'Send Invitation' }).click()
  await newcomer.getByRole('heading', { name: 'cy', exact: true }).waitFor()
  expect(await newcomer.locator('#error-summary').count()).toBe(0)
})
