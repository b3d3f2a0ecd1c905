import { describe, expect, onTestFinished, test } from 'vitest'
import { expectAgreedTexts } from '../../support/agreed-texts.ts'
import { awake } from '../../support/browser/e2e-admin.ts'
import {
  customerOf,
  password,
  says,
  typeWhileAnotherTabSaves,
} from '../../support/browser/e2e-client.ts'
import { commonSite, regular } from '../../support/browser/e2e-site.ts'
import { passwordLink } from '../../support/calls.ts'

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
    const show = page.getByRole('button', { name: /^Show / })
    if (javaScriptEnabled) {
      await show.click()
      expect(await page.locator('input[type=password]').count()).toBe(0)
    }
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Set Password' }).click()
    const body = (await sent).postData()
    if (javaScriptEnabled) expect(JSON.parse(body ?? '')).toEqual({ token, password })
    await page.waitForURL('**/client-login*')
    await expectAgreedTexts(page, 'a password set')
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    for (const given of ['not that one', password]) {
      if (given === password) {
        await page.locator('.error-summary', { hasText: 'Invalid email or password' }).waitFor()
        expect(await page.locator('[aria-invalid=true]').count()).toBe(2)
        expect(await page.title()).toMatch(/^Error: /)
      }
      await page.getByLabel('Password').fill(given)
      await page.getByRole('button', { name: 'Login' }).click()
    }
    await page.waitForURL('**/client-portal*')
    await expectAgreedTexts(page, 'a client sign-in')
    await page.getByText('Under Review', { exact: true }).waitFor()
    if (javaScriptEnabled) {
      await page.getByText('Change sign-in address').click()
      const typeOfPassword = () =>
        page.getByLabel('Your password', { exact: true }).getAttribute('type')
      await show.click()
      expect(await typeOfPassword()).toBe('text')
      await show.click()
      expect(await typeOfPassword()).toBe('password')
    }
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
})

test('the name of a director added before scripts run stays when another is removed', async () => {
  const { page } = await site.guest()
  let runScripts = () => {}
  const scripts = new Promise<void>((run) => {
    runScripts = run
  })
  await page.route(/PortalSection/, (route) => scripts.then(() => route.continue()))
  await customer.enter(page, '/client-portal?tab=directors&edit=directors')
  const rows = await page.getByLabel('Full name').count()
  await page.getByRole('button', { name: 'Add Director' }).click()
  await page.getByLabel('Full name').nth(rows).fill('Early Sample')
  runScripts()
  await awake(page)
  await page.getByRole('button', { name: 'Remove Director 2' }).click()
  await says(page, 'Director 2 removed')
  expect(await page.getByLabel('Full name').last().inputValue()).toBe('Early Sample')
})

test('what another tab has saved is not overwritten, and what was typed stays', async () => {
  const { page } = await site.guest({}, /status of 412/)
  await typeWhileAnotherTabSaves(page, customer)
  for (let times = 0; times < 2; times++) {
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('#section-notice:focus').waitFor()
    await says(page, 'This application has been changed since you opened it.')
    expect(await page.locator('.toast').count()).toBe(0)
    expect(await page.getByLabel('Buyer name').inputValue()).toBe('Being typed')
  }
  await page.getByRole('link', { name: 'Reload the page' }).click()
  await page.getByText('Bought Beside').waitFor()
})

test('saves whose answers were lost do not stand in the way of the next one', async () => {
  const { page } = await site.guest({}, /ERR_FAILED|status of 412/)
  await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
  await awake(page)
  let fates: string[] = []
  await page.route('**/api/client/application/buyer', async (route) => {
    const fate = fates.shift() ?? 'answered'
    if (fate === 'answered') return route.continue()
    if (fate === 'lost') await route.fetch()
    await route.abort()
  })
  for (const [name = '', ...fate] of [
    ['Typed Once', 'lost'],
    ['Typed Twice', 'unsent'],
    ['Typed Again', 'answered', 'unsent'],
    ['Typed Last'],
  ]) {
    fates = fate
    await page.getByLabel('Buyer name').fill(name)
    await page.getByRole('button', { name: 'Save' }).click()
    if (name !== 'Typed Last') await page.getByRole('button', { name: 'Save' }).waitFor()
    await says(page, name === 'Typed Last' ? 'Your changes have been saved' : 'No connection.')
  }
  await page.getByText('Typed Last').waitFor()
})

test('a session that ends while somebody types says so, and Save goes through after a sign-in in another tab', async () => {
  const { page, context } = await site.guest({}, /status of 401/)
  await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
  await page.getByLabel('Buyer name').fill('Late Example')
  await page.locator('#checking:empty').waitFor({ state: 'attached' })
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('#section-notice:focus').waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in again (opens in new tab)' }).click()
  const tab = await opened
  await tab.getByLabel('Email').fill(customer.email)
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Login' }).click()
  await tab.waitForURL('**/client-portal*')
  await page.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Your changes have been saved')
})

test('a session that has ended when the network is back keeps what was typed, until Logout', async () => {
  const { page, context } = await site.guest({}, /status of 401/)
  await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
  await page.locator('#checking:empty').waitFor({ state: 'attached' })
  await page.getByLabel('Buyer name').fill('Typed on a ferry')
  const cookies = await context.cookies()
  await context.clearCookies()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await page.getByLabel('Buyer name').inputValue()).toBe('Typed on a ferry')
  await context.addCookies(cookies)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/client-login')
  await customer.signIn()
})

test('a session check that gets no answer keeps what was typed, and is tried again', async () => {
  const { page } = await site.guest({}, /ERR_FAILED/)
  await page.clock.install()
  await page.route(/\/me$|check=failed$/, (route) => route.abort())
  await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
  await page.getByLabel('Buyer name').fill('Typed on a train')
  await says(page, 'Unable to connect. Your sign-in could not be checked.')
  await page.unrouteAll()
  await page.clock.fastForward(5_000)
  await page.locator('#checking:empty').waitFor({ state: 'attached' })
  expect(await page.getByLabel('Buyer name').inputValue()).toBe('Typed on a train')
})

const beyondTheEdge = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth
