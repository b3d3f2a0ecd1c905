import { expect, test } from 'vitest'
import { customerOf } from '../support/browser/e2e-client.ts'
import { documentIsReady, newAddress } from '../support/browser/e2e-registration.ts'
import { commonSite } from '../support/browser/e2e-site.ts'
import { enter, focused, tabTo, typeAnswers, typeInto } from '../support/browser/keyboard.ts'
import { passwordLink } from '../support/calls.ts'

const site = commonSite()
const customer = customerOf(site)

test('an applicant goes from the landing page to the document, and signs, with the keyboard alone', async () => {
  const { page, context } = await site.guest()
  await page.goto('/')
  await enter(page, 'Supplier/Client Registration Form')
  await page.waitForURL('**/client-form')
  await page.locator('form[data-awake]').waitFor()
  for (const section of [1, 2, 3, 4] as const) {
    await typeAnswers(page, section, section === 1 ? { mainEmail: newAddress() } : {})
    await enter(page, 'Next')
    await page.locator(`#section-title-${section + 1}:focus`).waitFor()
  }
  await typeAnswers(page, 5)
  await tabTo(page, 'Draw')
  await page.keyboard.press('ArrowRight')
  await typeInto(page, 'Your full name', 'Keyboard Example')
  await typeInto(page, 'Your position', 'Managing director')
  await enter(page, 'Submit Application')
  await page.waitForURL('**/success?id=*')
  await documentIsReady(page)
  const opened = context.waitForEvent('request', (sent) => sent.url().includes('/pdf'))
  await enter(page, 'View Application')
  const answer = await (await opened).response()
  expect(await answer?.headerValue('content-type')).toBe('application/pdf')
})

test('a client sets a password, signs in, changes the buyer and leaves, with the keyboard alone', async () => {
  const { page } = await site.guest({}, /Clear-Site-Data/)
  const { keyboard } = page
  await page.goto(`/client/set-password?token=${passwordLink(site.server, customer.email)}`)
  for (const field of ['New password', 'Confirm new password'])
    await typeInto(page, field, 'seven grey paper boats')
  await keyboard.press('Enter')
  await page.waitForURL('**/client-login')
  await typeInto(page, 'Email', customer.email)
  await typeInto(page, 'Password', 'seven grey paper boats')
  await keyboard.press('Enter')
  await page.waitForURL('**/client-portal')
  await page.getByRole('tab', { name: 'Business' }).waitFor()
  await tabTo(page, 'Business')
  for (let tab = 0; tab < 3; tab += 1) await keyboard.press('ArrowRight')
  await enter(page, 'Edit')
  await page.locator('island-root[data-awake=true]').waitFor()
  await tabTo(page, 'Buyer name')
  await keyboard.press('Control+A')
  await keyboard.type('Keyboard Example')
  await keyboard.press('Enter')
  await page.locator('.record', { hasText: 'Keyboard Example' }).waitFor()
  await expect.poll(() => focused(page)).toBe('Buyer')
  await enter(page, 'Logout', 'Shift+Tab')
  await page.waitForURL('**/client-login')
})
