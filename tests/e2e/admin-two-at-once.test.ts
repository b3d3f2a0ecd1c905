import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { adminEnv, awake, signIn, submitByCalls } from '../support/e2e-admin.ts'
import { sharedSite } from '../support/e2e-site.ts'

const site = sharedSite(adminEnv)

/** Two administrators at two desks, both with the same application open. */
async function twoAt(id: string): Promise<[Page, Page]> {
  const desk = async () => {
    const admin = await site.guest()
    await signIn(admin.page)
    await admin.page.goto(`/admin/applications/${id}`)
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
  await toast(two).getByText('Failed to reject application').waitFor()
  await two.getByRole('dialog').getByText('has been changed since you opened it').waitFor()
  await two.locator('.record', { hasText: 'Changed Meanwhile' }).waitFor()
  await reject.click()
  await toast(two).getByText('Application rejected and customer notified via email').waitFor()
})
