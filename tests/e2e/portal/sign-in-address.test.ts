import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { customerOf, password, says } from '../../support/browser/e2e-client.ts'
import { newAddress } from '../../support/browser/e2e-registration.ts'
import { commonSite } from '../../support/browser/e2e-site.ts'

const site = commonSite()
const customer = customerOf(site)

test.each([true, false])(
  'a client moves the sign-in to another address and signs in with it (scripts: %s)',
  async (javaScriptEnabled) => {
    const { page } = await site.guest({ javaScriptEnabled })
    await customer.enter(page)
    const wanted = newAddress()
    await page.getByText(`You sign in with ${customer.email}`).first().waitFor()
    if (javaScriptEnabled) await page.getByRole('tab', { name: 'Business' }).waitFor()
    await page.getByText('Change sign-in address').press('Enter')
    const form = page.locator('form', { hasText: 'New sign-in address' })
    await form.getByLabel('New sign-in address').fill(wanted)
    await form.getByLabel('Your password').fill('not the password')
    await form.getByRole('button', { name: 'Send link' }).click()
    await form.getByText('This is not your password').first().waitFor()
    expect(await form.getByLabel('New sign-in address').inputValue()).toBe(wanted)
    await form.getByLabel('Your password').fill(password)
    await form.getByLabel('Your password').press('Enter')
    await says(page, 'We have sent a link to the new address.')
    await page.getByText(`We have sent a link to ${wanted}.`).waitFor()
    // a reload does not say it again
    if (javaScriptEnabled) await page.waitForURL((url) => !url.search.includes('address-requested'))

    await page.goto(`/client-login?address=${linkFor(wanted)}`)
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    customer.email = wanted
    onTestFinished(customer.signIn)
    await says(page, 'Sign in with your new address and your present password.')
    await page.getByLabel('Email').fill(wanted)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/client-portal*')
    await page.getByText(`You sign in with ${wanted}`).first().waitFor()
  },
)

/** Makes the link of the email, as the mail worker does. */
function linkFor(address: string): string {
  const token = newToken()
  const db = new Database(`${site.server.dataDir}/countersign.db`)
  db.prepare('update sign_in_moves set token_hash = ? where email = ?').run(
    hashToken(token),
    address,
  )
  db.close()
  return token
}
