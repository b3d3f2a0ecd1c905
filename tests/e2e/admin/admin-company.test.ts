import { describe, expect, test } from 'vitest'
import { adminEnv, openAsAdmin } from '../../support/browser/e2e-admin.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('the company page %s', (how, javaScriptEnabled) => {
  test('is reached from the dashboard, refuses beside the field, and shows the new name everywhere', async () => {
    const { page } = await site.guest({ javaScriptEnabled }, /status of 400/)
    await openAsAdmin(page)
    await page.getByRole('link', { name: 'Company', exact: true }).click()
    await page.getByRole('heading', { name: 'Company', exact: true }).waitFor()
    await page.getByLabel('Company name').fill(`Gauges ${how} Ltd`)
    await page.getByLabel('Telephone').fill('ring us')
    await page.getByRole('button', { name: 'Save Details' }).click()
    await page.locator('#telephone-error', { hasText: 'Enter a telephone number' }).waitFor()
    expect(await page.getByLabel('Company name').inputValue()).toBe(`Gauges ${how} Ltd`)
    await page.getByLabel('Telephone').fill('0113 496 0000')
    await page.getByRole('button', { name: 'Save Details' }).click()
    await page.getByText('Company details updated successfully').waitFor()
    await page.goto('/')
    await page.getByRole('heading', { name: `Trade accounts at Gauges ${how} Ltd` }).waitFor()
    await page.getByRole('link', { name: '0113 496 0000' }).waitFor()
  })
})
