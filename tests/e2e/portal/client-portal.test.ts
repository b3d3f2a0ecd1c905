import type { Page } from 'playwright'
import { describe, expect, onTestFinished, test } from 'vitest'
import { expectAgreedTexts } from '../../support/agreed-texts.ts'
import { awake } from '../../support/browser/e2e-browser.ts'
import { customerOf, password, says } from '../../support/browser/e2e-client.ts'
import { commonSite, regular } from '../../support/browser/e2e-site.ts'
import { passwordLink } from '../../support/calls.ts'

const site = commonSite()
const customer = customerOf(site)

describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
  // Chromium tells of every cleared cache by itself
  const visit = regular(site, { javaScriptEnabled }, /Clear-Site-Data/)

  test('leads from the link in the email to an edited application and out again', async () => {
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

  test('adds and removes directors, and moves the focus to the mistake in a list of blanks', async () => {
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
    await page.locator('.error-summary:focus').waitFor()
    await page.getByRole('link', { name: 'At least one director name is required' }).waitFor()
  })
})

test('keeps the name of a director added before scripts run when another is removed', async () => {
  const { page } = await site.guest()
  let runScripts = () => {}
  const scripts = new Promise<void>((run) => {
    runScripts = run
  })
  await page.route(/assets\/Portal/, (route) => scripts.then(() => route.continue()))
  await customer.enter(page, '/client-portal?tab=directors&edit=directors', { waitUntil: 'load' })
  const rows = await page.getByLabel('Full name').count()
  await page.getByRole('button', { name: 'Add Director' }).click()
  await page.getByLabel('Full name').nth(rows).fill('Early Sample')
  runScripts()
  await awake(page)
  await page.getByRole('button', { name: 'Remove Director 2' }).click()
  await says(page, 'Director 2 removed')
  expect(await page.getByLabel('Full name').last().inputValue()).toBe('Early Sample')
})

describe('a save in another tab while somebody types', () => {
  const edit = '/client-portal?tab=buyer&edit=buyer'
  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()

  test('shows at the fields what another tab has saved, and overwrites it only by a second Save', async () => {
    const { page } = await site.guest({}, /status of 412/)
    await customer.enter(page, edit)
    await awake(page)
    await page.getByLabel('Buyer name').fill('Being typed')
    await customer.save(page, 'buyer', { buyerName: 'Bought Beside', buyerTel: '020 7946 0777' })
    await save(page)
    await says(page, 'Update failed')
    await says(page, 'This application has been changed since you opened it.')
    await page.locator('#buyerName-error', { hasText: '“Bought Beside”' }).waitFor()
    expect(await page.getByLabel('Buyer name').inputValue()).toBe('Being typed')
    expect(await page.getByLabel('Buyer telephone').inputValue()).toBe('020 7946 0777')
    await save(page)
    await says(page, 'Your changes have been saved')
    await page.getByText('Being typed').waitFor()
    await page.getByText('020 7946 0777').waitFor()
  })

  test('saves a section although another tab has saved another one', async () => {
    const { page } = await site.guest({}, /status of 412/)
    await customer.enter(page, edit)
    await awake(page)
    await page.getByLabel('Buyer name').fill('Typed meanwhile')
    await customer.save(page, 'delivery', { siteContact: 'Moved Beside' })
    await save(page)
    await says(page, 'Your changes have been saved')
    await page.getByText('Typed meanwhile').waitFor()
    await page.getByRole('tab', { name: 'Delivery' }).click()
    await page.getByText('Moved Beside').waitFor()
  })

  test('says that another tab has saved directors, too', async () => {
    const { page } = await site.guest({}, /status of 412/)
    await customer.enter(page, '/client-portal?tab=directors&edit=directors')
    await awake(page)
    await page.getByLabel('Full name').first().fill('Typed Director')
    await customer.save(page, 'directors', { directors: [{ name: 'Beside Director' }] })
    await save(page)
    await page.locator('#directors-0-name-error', { hasText: 'Beside Director' }).waitFor()
    expect(await page.getByLabel('Full name').first().inputValue()).toBe('Typed Director')
  })
})

describe('the calls that read the portal’s data', () => {
  const calls = /\/api\/client\/(application|directors)$/

  test('reads on waking and once after a save, and shows the answers', async () => {
    const { page } = await site.guest()
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.method() === 'GET' && calls.test(pathname)) asked.push(pathname)
    })
    await page.route(/client\/application$/, async (route) => {
      const answer = await route.fetch()
      const json = { ...(await answer.json()), status: 'approved', customerCode: 'READ-1' }
      await route.fulfill({ response: answer, json })
    })
    await page.route(/client\/directors$/, (route) =>
      route.fulfill({ json: [{ id: 1, name: 'Read Director', position: null }] }),
    )
    await customer.enter(page, '/client-portal?tab=directors')
    await page.getByText('Read Director').waitFor()
    await page.getByText('READ-1').waitFor()
    await page.getByText('Approved', { exact: true }).first().waitFor()
    expect(asked.toSorted()).toEqual(['/api/client/application', '/api/client/directors'])
    await page.getByRole('tab', { name: 'Buyer' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Buyer name').fill('Read Again')
    await page.getByRole('button', { name: 'Save' }).click()
    await says(page, 'Your changes have been saved')
    await expect.poll(() => asked.length).toBe(4)
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('keeps what is being edited when the data is read again', async () => {
    const { page } = await site.guest()
    let answer = () => {}
    const held = new Promise<void>((go) => {
      answer = go
    })
    await page.route(calls, (route) => held.then(() => route.continue()))
    await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
    await awake(page)
    await page.getByLabel('Buyer name').fill('Typed before it answers')
    const read = page.waitForResponse(/client\/application$/)
    answer()
    await read
    expect(await page.getByLabel('Buyer name').inputValue()).toBe('Typed before it answers')
  })

  test('reports a save as the success it is although the read after it fails', async () => {
    const { page } = await site.guest({}, /ERR_FAILED/)
    await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
    await awake(page)
    await page.locator('#checking:empty').waitFor({ state: 'attached' })
    await page.getByLabel('Buyer name').fill('Saved and not read')
    await page.route(/\/client/, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    const toast = page.locator('#toasts .toast')
    await toast.getByText('Failed to fetch application').waitFor()
    expect(await toast.innerText()).toContain('Application updated')
    await page.locator('dd', { hasText: 'Saved and not read' }).waitFor()
  })
})

test('explains at the field, beside the toast, why the server refuses it', async () => {
  const { page } = await site.guest({}, /status of 400/)
  await customer.enter(page, '/client-portal?tab=accounts&edit=accounts')
  await awake(page)
  await page.getByLabel('Accounts telephone').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Failed to save your changes. Please try again.')
  await page.locator('.error-summary:focus').waitFor()
  await page.getByRole('link', { name: 'Accounts telephone is required' }).click()
  expect(await page.locator('#accountsTel:focus').getAttribute('aria-describedby')).toContain(
    'accountsTel-error',
  )
  await page.getByLabel('Accounts telephone').fill('020 7946 0000')
  expect(await page.locator('.error-summary, .field-error').count()).toBe(0)
})

test('allows no year of six digits, and does not call an incomplete date missing', async () => {
  const { page } = await site.guest()
  await customer.enter(page, '/client-portal?edit=business')
  await awake(page)
  const day = page.getByLabel('Date of incorporation')
  await day.press('Control+A')
  await day.pressSequentially('05052015')
  await day.press('7')
  expect(await day.inputValue()).not.toMatch(/^\d{5}/)
  await day.fill('')
  await day.pressSequentially('05')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('#dateIncorporation-error', { hasText: 'this date is incomplete' }).waitFor()
})

test('saves again after saves whose answers were lost', async () => {
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

test('says that the session ended while somebody types, and saves after a sign-in in another tab', async () => {
  const { page, context } = await site.guest({}, /status of 401/)
  await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
  await page.getByLabel('Buyer name').fill('Late Example')
  // the session check and the readings have their answers
  await page.waitForLoadState('networkidle')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Update failed')
  await says(page, 'then press Save on this page')
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

test('keeps what was typed after a session that ended offline, until Logout', async () => {
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

test('keeps what was typed when a session check gets no answer, and repeats it by a button', async () => {
  const { page } = await site.guest({}, /ERR_FAILED/)
  await page.route(/\/me$|check=failed$/, (route) => route.abort())
  await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
  await page.getByLabel('Buyer name').fill('Typed on a train')
  await says(page, 'Unable to connect. Your sign-in could not be checked.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.locator('#checking:empty').waitFor({ state: 'attached' })
  expect(await page.getByLabel('Buyer name').inputValue()).toBe('Typed on a train')
})

const beyondTheEdge = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth
