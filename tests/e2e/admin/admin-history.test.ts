import { expect, test } from 'vitest'
import { adminEnv, awake, signInByCall, submitByCalls } from '../../support/browser/e2e-admin.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)

test('Earlier changes of an application that was often edited stay on the screen when the page has read it again', async () => {
  const id = await submitByCalls(site.server, 'Often Edited Gauges')
  const admin = await site.guest()
  const { page } = admin
  await signInByCall(page)
  for (let at = 1; at <= 55; at++)
    await page.request.patch(`/api/applications/${id}`, { data: { buyerName: `Buyer No ${at}` } })
  await page.goto(`/admin/applications/${id}`)
  await awake(page)
  const timeline = page.locator('ol.timeline')
  await timeline.getByText('Buyer No 55', { exact: true }).waitFor()
  const reading = page.waitForResponse(`**/api/applications/${id}?history=*`)
  await page.getByRole('link', { name: 'Earlier changes' }).click()
  expect((await reading).status()).toBe(200)
  await awake(page)
  await timeline.getByText('application submitted').waitFor()
  expect(await timeline.getByText('Buyer No 55', { exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Newest changes' }).click()
  await timeline.getByText('Buyer No 55', { exact: true }).waitFor()
  await page.goBack()
  await timeline.getByText('application submitted').waitFor()
})
