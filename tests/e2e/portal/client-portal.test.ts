import { describe, expect, onTestFinished, test } from 'vitest'
import { customerOf, password, says } from '../../support/browser/e2e-client.ts'
import { commonSite, regular } from '../../support/browser/e2e-site.ts'
import { passwordLink } from '../../support/calls.ts'
import { expectAgreedTexts } from '../../support/screens/screens-texts.ts'

const site = commonSite()
const customer = customerOf(site)

describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
  // Chromium tells of every cleared cache by itself
  const visit = regular(site, { javaScriptEnabled }, /Clear-Site-Data/)

  test('from the link of the mail to an edited application and out again', async () => {
    const { email } = customer
    const token = passwordLink(site.server, email)
    // the new password and the logout end every session
    onTestFinished(customer.signIn)
    const { page } = visit
    const before = page.viewportSize() ?? { width: 1280, height: 720 }
    onTestFinished(() => page.setViewportSize(before))
    const buyer = `Changed Example, scripts ${javaScriptEnabled}`
    await page.goto(`/client/set-password?token=${token}`)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm new password').fill(password)
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Set Password' }).click()
    const body = (await sent).postData()
    if (javaScriptEnabled) expect(JSON.parse(body ?? '')).toEqual({ token, password })
    await page.waitForURL('**/client-login*')
    await expectAgreedTexts(page, 'a password set')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/client-portal*')
    await expectAgreedTexts(page, 'a client sign-in')
    await page.getByText('Under Review', { exact: true }).waitFor()
    await page.getByRole(javaScriptEnabled ? 'tab' : 'link', { name: 'Buyer' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await page.evaluate(beyondTheEdge)).toBe(0)
    await page.getByLabel('Buyer name').fill(buyer)
    await page.getByRole('button', { name: 'Save' }).click()
    await expectAgreedTexts(page, 'a portal save')
    await page.getByText(buyer).waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/client-login*')
    await says(page, 'Logged out successfully')
    await page.goto('/client-portal')
    expect(new URL(page.url()).pathname).toBe('/client-login')
  })

  test('directors come and go; a list of blanks brings the focus to what is wrong', async () => {
    const { page } = visit
    await customer.enter(page, '/client-portal?tab=directors&edit=directors')
    const third = `Third Sample, scripts ${javaScriptEnabled}`
    await page.getByRole('button', { name: 'Add Director' }).click()
    await page.getByLabel('Full name').nth(2).fill(third)
    await page.getByRole('button', { name: 'Remove Director 2' }).click()
    await page.getByLabel('Full name').nth(2).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save' }).click()
    await says(page, 'Your changes have been saved')
    await page.getByText(third).waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    for (const at of [0, 1]) await page.getByLabel('Full name').nth(at).fill(' ')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('#error-summary:focus').waitFor()
    await page.getByRole('link', { name: 'At least one director name is required' }).waitFor()
  })

  test('an empty sign-in says what is wrong', async () => {
    const { page } = visit
    await page.goto('/client-login')
    await page.getByRole('button', { name: 'Login' }).click()
    await page.locator('#error-summary:focus').waitFor()
    expect(await page.locator('#error-summary li').allInnerTexts()).toEqual([
      'Please enter a valid email address',
      'Password is required',
    ])
    const beside = await page.locator('#sign-in-password-error').textContent()
    expect(beside).toBe('Error: Password is required')
  })
})

const beyondTheEdge = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth
