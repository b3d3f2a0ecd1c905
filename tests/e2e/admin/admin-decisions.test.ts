import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { awake, plantApplication } from '../../support/browser/e2e-admin.ts'
import { commonSite, sharedAdmin } from '../../support/browser/e2e-site.ts'
import { expectAgreedTexts } from '../../support/screens/screens-texts.ts'

const site = commonSite()
const admin = sharedAdmin(site)
let page: Page

beforeAll(() => {
  page = admin.page
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

const edit = (page: Page) => page.getByRole('button', { name: 'Edit' }).click()
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()
const toast = (page: Page) => page.locator('#toasts .toast')

async function open(businessName: string) {
  const id = await plantApplication(site.server, businessName)
  await page.goto(`/admin/applications/${id}`)
  await awake(page)
  return id
}

async function approve(code: string) {
  await press('Approve Application')
  await page.getByLabel('Customer code').fill(code)
  await press('Approve & Send Email')
}

const approved = () => page.locator('.review-head .badge', { hasText: 'Approved' }).waitFor()

test('the dialog asks about a code that another company has, and sends it with the second press', async () => {
  await open('First Holder')
  await approve('SHARED-1')
  await approved()
  await open('Second Holder')
  await approve('SHARED-1')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Customer code SHARED-1 is also used by First Holder').waitFor()
  await dialog.getByLabel('Customer code').fill('SHARED-2')
  await dialog.getByText('is also used by').waitFor({ state: 'hidden' })
  await dialog.getByLabel('Customer code').fill('SHARED-1')
  await press('Approve & Send Email')
  await approved()
})

test('a double click on Approve sends the code alone, once, and afterwards everything is read again', async () => {
  const id = await open('Read Again')
  let calls = 0
  await page.route(`**/api/applications/${id}/approve`, async (route) => {
    calls += 1
    expect(route.request().postDataJSON()).toEqual({ customerCode: 'READ-1' })
    expect(await page.locator('#approve [type=submit]').first().isDisabled()).toBe(true)
    await route.continue()
  })
  const read = page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().includes(`/applications/${id}?done`),
  )
  await press('Approve Application')
  await page.getByLabel('Customer code').fill('READ-1')
  await page.getByRole('button', { name: 'Approve & Send Email' }).dblclick()
  await approved()
  await read
  await page.locator('#toasts').getByText('approved and customer notified').waitFor()
  expect(calls).toBe(1)
  await page.locator('.timeline li ins', { hasText: 'READ-1' }).waitFor()
})

test('an edit whose session has ended says how to sign in again, and is saved afterwards', async () => {
  await open('Long Edit')
  await press('Edit')
  await page.getByLabel('Buyer name').fill('Kept While Away')
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await press('Save Changes')
  await page.getByRole('link', { name: 'Sign in again (opens in new tab)' }).waitFor()
  expect(await page.getByLabel('Buyer name').inputValue()).toBe('Kept While Away')
  await page.context().addCookies(cookies)
  await press('Save Changes')
  await page.locator('#toasts').getByText('Application Updated').waitFor()
  await page.getByText('Kept While Away').first().waitFor()
})

describe('two administrators at once', () => {
  const other = sharedAdmin(site)

  /** Both have the same application open. */
  async function bothAt(businessName: string): Promise<[Page, Page, string]> {
    const id = await open(businessName)
    await other.page.goto(page.url())
    await awake(other.page)
    return [page, other.page, id]
  }

  test('Of two edits at once the second is told, keeps what it typed, and takes back nothing of the first', async () => {
    const [one, two, id] = await bothAt('Shared Desk Gauges')
    await edit(one)
    await edit(two)
    await one.getByLabel('Buyer name').fill('First Desk')
    await save(one)
    await toast(one).getByText('Application Updated').waitFor()
    await two.getByLabel('Site contact').fill('Second Desk')
    await save(two)
    await toast(two).getByText('check your change and send it again').waitFor()
    expect(await two.getByLabel('Site contact').inputValue()).toBe('Second Desk')
    await save(two)
    await toast(two).getByText('Application Updated').waitFor()
    const answer = await two.request.get(`/api/applications/${id}`)
    expect(await answer.json()).toMatchObject({
      buyerName: 'First Desk',
      siteContact: 'Second Desk',
    })
  })

  test('A decision on what somebody has changed meanwhile waits until the decider has seen it', async () => {
    const [one, two] = await bothAt('Changed Under Hand')
    await two.getByRole('button', { name: 'Reject Application' }).click()
    await edit(one)
    await one.getByLabel('Buyer name').fill('Changed Meanwhile')
    await save(one)
    await toast(one).getByText('Application Updated').waitFor()
    const reject = two.getByRole('button', { name: 'Reject & Send Email' })
    await reject.click()
    await expectAgreedTexts(two, 'a rejection that fails')
    await two.getByRole('dialog').getByText('has been changed since you opened it').waitFor()
    await two.locator('.record', { hasText: 'Changed Meanwhile' }).waitFor()
    await reject.click()
    await toast(two).getByText('Application rejected and customer notified via email').waitFor()
  })
})
