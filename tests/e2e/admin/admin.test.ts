import Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { admin, adminEnv, awake, plantApplication } from '../../support/browser/e2e-admin.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'
import { expectAgreedTexts } from '../../support/screens/screens-texts.ts'

const site = sharedSite(adminEnv)
const desk = sharedAdmin(site)
let page: Page

beforeAll(() => {
  page = desk.page
})

async function open(path: string) {
  await page.goto(path)
  await awake(page)
}
const rows = () => page.locator('.table-applications tbody tr')

const focused = () => page.evaluate(() => document.activeElement?.id)
const badge = (words: string) => page.locator('.review-head .badge', { hasText: words })

describe('the sign-in', () => {
  test('asks the server only for a whole answer, says what is wrong, and greets on the dashboard', async () => {
    const { page } = await site.guest()
    let calls = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls += 1
    })
    const login = page.getByRole('button', { name: 'Login' })
    await page.goto('/admin')
    await login.click()
    await page.locator('#username-error', { hasText: 'Username is required' }).waitFor()
    await page.locator('#password-error', { hasText: 'Password is required' }).waitFor()
    expect(await page.getByLabel('Username').getAttribute('aria-invalid')).toBe('true')
    expect(calls).toBe(0)
    await page.getByLabel('Username').fill(admin.username)
    await page.getByLabel('Password').fill('wrong')
    await login.click()
    await expectAgreedTexts(page, 'an admin sign-in refused')
    await page.route('**/api/admin/login', async (route) => {
      await page.getByRole('button', { name: 'Logging in...' }).waitFor()
      await route.continue()
    })
    await page.getByLabel('Password').fill(admin.password)
    await login.click()
    await page.waitForURL('**/admin/dashboard')
    await expectAgreedTexts(page, 'an admin sign-in')
    await page.goto('/admin')
    expect(new URL(page.url()).pathname).toBe('/admin/dashboard')
  })

  test('is where a page that is open goes when its session has ended', async () => {
    await open('/admin/dashboard')
    await page.route('**/api/admin/me', (route) => route.fulfill({ status: 401, body: '{}' }))
    await page.reload()
    await expectAgreedTexts(page, 'a session in doubt')
    await page.locator('[data-private]').waitFor({ state: 'hidden' })
    await page.unroute('**/api/admin/me')
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    onTestFinished(() => page.context().addCookies(cookies))
    await page.waitForURL((url) => url.pathname === '/admin')
  })
})

describe('the dashboard', () => {
  test('finds a company, filters, says when there is none or a call fails, and goes back with the Back button', async () => {
    await plantApplication(site.server, 'Findable Gauges')
    await open('/admin/dashboard')
    await page.getByRole('searchbox').fill('findable g')
    await page.getByRole('searchbox').press('Enter')
    await page.waitForURL('**/admin/dashboard?search=findable+g')
    await expect.poll(() => rows().count()).toBe(1)
    await page.getByRole('searchbox').fill('no such company')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('No applications found').waitFor()
    await page.goBack()
    await expect.poll(() => rows().count()).toBe(1)
    expect(await page.getByRole('searchbox').inputValue()).toBe('findable g')
    await page.getByRole('link', { name: 'Approved clients' }).click()
    await page.getByText('No applications found').waitFor()
    await page.getByRole('link', { name: 'Pending applications' }).click()
    await rows().getByRole('rowheader', { name: 'Findable Gauges' }).waitFor()
    await rows().getByText('Waiting 0 working days').first().waitFor()
    await page.route('**/api/applications?*', (route) => route.fulfill({ status: 400, body: '{}' }))
    await page.getByRole('searchbox').fill('x')
    await page.getByRole('searchbox').press('Enter')
    await expectAgreedTexts(page, 'a list that fails')
    await rows().getByRole('rowheader', { name: 'Findable Gauges' }).waitFor()
    await page.unroute('**/api/applications?*')
    await page.getByRole('link', { name: 'View Findable Gauges' }).press('Enter')
    await page.getByRole('heading', { name: /^Application #/ }).waitFor()
  })

  test.each([
    ['a phone', 390],
    ['a desk', 1280],
  ])('on %s shows each choice of its lists whole', async (_, width) => {
    await page.setViewportSize({ width, height: 720 })
    await open('/admin/dashboard')
    for (const id of ['status', 'owner']) {
      const cut = await page.locator(`#${id}`).evaluate((element) => {
        const list = element as HTMLSelectElement
        const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(list)
        const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
        pen.font = font
        const arrow = 20
        const room =
          list.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd) - arrow
        return [...list.options]
          .map(({ text }) => text)
          .filter((text) => pen.measureText(text).width > room)
      })
      expect(cut).toEqual([])
    }
  })
})

describe('a review', () => {
  test('approves by keyboard, refuses an empty code, then rejects and approves again', async () => {
    await open(`/admin/applications/${await plantApplication(site.server, 'Decided Instruments')}`)
    await page.getByRole('button', { name: 'Approve Application' }).press('Enter')
    const send = page.getByRole('button', { name: 'Approve & Send Email' })
    expect(await send.isDisabled()).toBe(true)
    await page.getByText('Enter a customer code to approve the application.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Approve Application' }).click()
    await page.getByLabel('Customer code').fill('CUST-0001')
    await page.keyboard.press('Enter')
    await expectAgreedTexts(page, 'an approval')
    await badge('Approved').waitFor()
    expect(await page.getByRole('button', { name: 'Approve', exact: false }).count()).toBe(0)

    await page.getByRole('button', { name: 'Reject Application' }).click()
    await page.getByLabel('Reason (optional)').fill('References not received')
    await page.getByRole('button', { name: 'Reject & Send Email' }).click()
    await expectAgreedTexts(page, 'a rejection')
    await page.locator('.notice', { hasText: 'References not received' }).waitFor()

    await page.getByRole('button', { name: 'Re-approve Application' }).click()
    expect(await page.getByLabel('Customer code').inputValue()).toBe('CUST-0001')
    await page.getByRole('button', { name: 'Approve & Send Email' }).click()
    await badge('Approved').waitFor()
  })

  test('edits in place, sends only what was changed, clears what was blanked, and moves the focus along', async () => {
    await open(`/admin/applications/${await plantApplication(site.server, 'Edited Metrology')}`)
    await page.getByRole('button', { name: 'Edit' }).press('Enter')
    await page.locator('#edit').waitFor()
    expect(await focused()).toBe('businessName')
    await page.getByLabel('Buyer name').fill('Di Sample')
    await page.getByLabel('Buyer fax').fill('')
    await page.getByLabel('Accounts telephone').fill('')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.locator('#error-summary', { hasText: 'Accounts telephone is required' }).waitFor()
    await page.getByLabel('Accounts telephone').fill('020 7946 0999')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect((await sent).postDataJSON()).toEqual({
      buyerName: 'Di Sample',
      buyerFax: null,
      accountsTelephone: '020 7946 0999',
    })
    await expectAgreedTexts(page, 'an update')
    await page.locator('.record', { hasText: 'Di Sample' }).waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Buyer name').fill('Discarded')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await page.locator('.record', { hasText: 'Di Sample' }).waitFor()
    expect(await focused()).toBe('edit-record')
  })

  test('takes the application, which is then found under Mine, and releases it', async () => {
    const path = `/admin/applications/${await plantApplication(site.server, 'Owned Gauges')}`
    await open(path)
    await page.getByRole('button', { name: 'Take', exact: true }).click()
    await page.getByText('The application is yours').first().waitFor()
    await open('/admin/dashboard')
    await page.locator('#owner').selectOption('mine')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**owner=mine')
    await page.getByText('1 application', { exact: true }).waitFor()
    await open(path)
    await page.getByRole('button', { name: 'Release' }).click()
    await page.getByText('Application released').first().waitFor()
  })

  test('of what was often edited keeps earlier changes on the screen when the page has read it again', async () => {
    const id = await plantApplication(site.server, 'Often Edited Gauges')
    addEdits(id, 50)
    await page.request.patch(`/api/applications/${id}`, { data: { buyerName: 'The Newest Buyer' } })
    await open(`/admin/applications/${id}`)
    const timeline = page.locator('ol.timeline')
    const newest = timeline.getByText('The Newest Buyer', { exact: true })
    await newest.waitFor()
    const reading = page.waitForResponse(`**/api/applications/${id}?history=*`)
    await page.getByRole('link', { name: 'Earlier changes' }).click()
    expect((await reading).status()).toBe(200)
    await awake(page)
    await timeline.getByText('draft created').waitFor()
    expect(await newest.count()).toBe(0)
    await page.getByRole('link', { name: 'Newest changes' }).click()
    await newest.waitFor()
    await page.goBack()
    await timeline.getByText('draft created').waitFor()
  })
})

/** Writes edits that changed nothing into an application's history. */
function addEdits(id: string, count: number) {
  const db = new Database(`${site.server.dataDir}/countersign.db`)
  const event = db.prepare(
    `insert into events (at, actor_kind, actor, action, application, previous_hash, hash)
     values (?, 'admin', ?, 'application amended', ?, '', '')`,
  )
  for (let at = 0; at < count; at++) event.run(Date.now(), admin.username, id)
  db.close()
}
