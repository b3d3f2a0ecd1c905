import { expect, test } from 'vitest'
import { awake, fillSection, newAddress, next } from '../../support/browser/e2e-registration.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite()
const button = 'Email me a link to finish on another device'

test('half a form is kept when a link to finish it elsewhere is asked for', async () => {
  const { page } = await site.guest({}, /status of 400/)
  await page.goto('/client-form')
  await awake(page)
  await page.fill('[name=businessName]', 'Half Typed Ltd')
  await page.locator('#step-4').click()
  await page.getByText('Finish on another device', { exact: true }).click()
  await page.getByRole('button', { name: button }).click()
  await page.locator('#mainEmail-error').waitFor({ state: 'visible' })
  await page.fill('[name=mainEmail]', newAddress())
  await page.getByRole('button', { name: button }).click()
  await page.getByText('Check your mailbox').waitFor()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/client-form')
  await awake(page)
  expect(await page.inputValue('[name=businessName]')).toBe('Half Typed Ltd')
  await page.locator('#section-title-1').waitFor({ state: 'visible' })
})

test('without scripts the link is asked for from the section that is open', async () => {
  const { page } = await site.guest({ javaScriptEnabled: false })
  await page.goto('/client-form')
  await fillSection(page, 1, { mainEmail: newAddress() })
  await next(page, 2)
  await page.fill('[name="directors[0].name"]', 'Half Typed')
  await page.getByText('Finish on another device', { exact: true }).click()
  await page.getByRole('button', { name: button }).click()
  await page.getByText('Check your mailbox').waitFor()
  expect(await page.inputValue('[name="directors[0].name"]')).toBe('Half Typed')
})
