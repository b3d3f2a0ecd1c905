import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { adminEnv, awake, openAsAdmin, submitByCalls } from '../../support/browser/e2e-admin.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'
import { expectAgreedTexts } from '../../support/screens/screens-texts.ts'

const site = sharedSite(adminEnv)

/** Two administrators at two desks, both with the same application open. */
async function twoAt(id: string): Promise<[Page, Page]> {
  const desk = async () => {
    const admin = await site.guest()
    await openAsAdmin(admin.page, `/admin/applications/${id}`)
    await awake(admin.page)
    return admin.page
  }
  return [await desk(), await desk()]
}

const toast = (page: Page) => page.locator('#toasts .toast')
const edit = (page: Page) => page.getByRole('button', { name: 'Edit' }).click()
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()

test('Of two edits at once the second is told, keeps what it typed, and takes back nothing of the first', async () => {
  const id = await submitByCalls(site.server, 'Shared Desk Gauges')
  const [one, two] = await twoAt(id)
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
  expect(await answer.json()).toMatchObject({ buyerName: 'First Desk', siteContact: 'Second Desk' })
})

test('A decision on what somebody has changed meanwhile waits until the decider has seen it', async () => {
  const id = await submitByCalls(site.server, 'Changed Under Hand')
  const [one, two] = await twoAt(id)
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

test('Save Changes pressed twice sends once, and a refusal leaves what was typed', async () => {
  const id = await submitByCalls(site.server, 'Pressed Twice')
  const { page } = await site.guest({}, /500/)
  await openAsAdmin(page, `/admin/applications/${id}`)
  await awake(page)
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
})
