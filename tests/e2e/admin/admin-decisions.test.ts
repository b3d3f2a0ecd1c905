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

test('the dialogs say that email is not set up, and lead to its settings', async () => {
  await open('No Mail Yet')
  for (const [button, name] of [
    ['Approve Application', 'Approve Application'],
    ['Reject Application', 'Reject Application'],
  ] as const) {
    await press(button)
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByText('Email is not set up').waitFor()
    expect(await dialog.getByRole('link').getAttribute('href')).toBe('/admin/email-settings')
    await page.keyboard.press('Escape')
  }
})

test('the dialog asks about a code that another company has, and sends it with the second press', async () => {
  await open('First Holder')
  await approve('SHARED-1')
  await approved()
  await open('Second Holder')
  await approve('SHARED-1')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Customer code SHARED-1 is also used by First Holder').waitFor()
  await dialog.getByLabel('Customer code').fill('SHARED-2')
  await dialog.getByText('is also used by').waitFor({ state: 'detached' })
  await dialog.getByLabel('Customer code').fill('SHARED-1')
  await press('Approve & Send Email')
  await approved()
})

test('after a decision its emails are read again until they have gone', async () => {
  const id = await open('Soon Sent')
  let reads = 0
  await page.route(`**/admin/applications/${id}**`, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    reads += 1
    // as if email were set up
    const body =
      reads < 3
        ? html.replace(/<form(?=[^>]*><button[^>]*>Check again)/, '<form data-refreshes="1"')
        : html
            .replace(/<form[^>]*><button[^>]*>Check again.*?<\/form>/, '')
            .replaceAll('Waiting to be sent', 'Sent')
    await route.fulfill({ response, body })
  })
  await approve('SENT-1')
  await page.locator('.feed').getByText('Sent', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Check again' }).waitFor({ state: 'detached' })
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

test('a refused decision is not shown again once its dialog has been shut', async () => {
  const id = await open('Refused Then Shut')
  await page.route(`**/api/applications/${id}/reject`, (route) =>
    route.fulfill({ status: 409, json: { message: 'Not just now' } }),
  )
  await press('Reject Application')
  await press('Reject & Send Email')
  const dialog = page.getByRole('dialog', { name: 'Reject Application' })
  await dialog.getByText('Not just now').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('#toasts .toast').waitFor({ state: 'detached' })
  await press('Reject Application')
  await dialog.getByLabel('Reason (optional)').waitFor()
  expect(await dialog.getByText('Not just now').count()).toBe(0)
})

test('a failure message goes when the edit that failed is taken back and saved', async () => {
  const id = await open('Taken Back')
  await page.route(`**/api/applications/${id}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { message: 'Not just now' } })
      : route.continue(),
  )
  await press('Edit')
  const buyer = page.getByLabel('Buyer name')
  const before = await buyer.inputValue()
  await buyer.fill('Somebody Else')
  await press('Save Changes')
  await page.locator('#toasts').getByText('Not just now').waitFor()
  await buyer.fill(before)
  await press('Save Changes')
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  await page.locator('#toasts .toast').waitFor({ state: 'detached', timeout: 2000 })
})

test('The sign-in address moves by keyboard; a taken one is refused beside the field', async () => {
  await plantApplication(site.server, 'Taken Address')
  await open('Moved Metrology')
  const opener = page.getByRole('button', { name: 'Change sign-in address' })
  const dialog = page.getByRole('dialog', { name: 'Change sign-in address' })
  await opener.press('Enter')
  await dialog.waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })

  const box = dialog.getByLabel('New sign-in address')
  await opener.press('Enter')
  await box.fill('office@taken-address.example.com')
  await box.press('Enter')
  await page
    .locator('#move-sign-in-signInEmail-error', { hasText: 'Another customer signs in' })
    .waitFor()
  expect(await box.inputValue()).toBe('office@taken-address.example.com')
  await box.fill('one-desk@example.com')
  await box.press('Enter')
  await page.getByText('Sign-in address changed').waitFor()
  await page.locator('.record', { hasText: 'one-desk@example.com' }).waitFor()
})

test('Save Changes pressed twice sends once, and a refusal leaves what was typed', async () => {
  const id = await open('Pressed Twice')
  await edit(page)
  await page.getByLabel('Buyer name').fill('Typed Once')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  let calls = 0
  await page.route(`**/api/applications/${id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    calls += 1
    await answered
    await route.fulfill({ status: 500, json: { message: 'The disk is full' } })
  })
  await save(page)
  // Playwright would wait for a button that is marked as disabled; a person does not.
  await page.getByRole('button', { name: 'Saving...' }).click({ force: true })
  answer()
  await toast(page).getByText('The disk is full').waitFor()
  expect(await page.getByLabel('Buyer name').inputValue()).toBe('Typed Once')
  expect(calls).toBe(1)
  // the browser's own line for the answer
  await expect.poll(() => admin.complaints.splice(0)).toEqual([expect.stringContaining('500')])
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
