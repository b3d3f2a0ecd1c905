import { expect, test } from 'vitest'
import { adminEnv, openAsAdmin } from '../../support/browser/e2e-admin.ts'
import {
  awake,
  drawSignature,
  fillSection,
  fillToSigning,
  newAddress,
  submit,
} from '../../support/browser/e2e-registration.ts'
import { siteOfEach } from '../../support/browser/e2e-site.ts'

const site = siteOfEach(adminEnv)

test('terms published while somebody signs refuse the submit, and the next one signs the new version', async () => {
  const { page } = await site.guest({}, /status of 409/)
  await page.goto('/client-form')
  await awake(page)
  await fillToSigning(page, { mainEmail: newAddress() })
  await fillSection(page, 5)
  await drawSignature(page)

  const office = (await site.guest()).page
  await openAsAdmin(office, '/admin/company/terms')
  await office.getByLabel('Text').fill('# Prices\n\nOur prices are net of VAT.')
  const day = office.getByLabel('In force from')
  await day.fill((await day.getAttribute('min')) ?? '')
  await office.getByRole('button', { name: 'Publish Terms' }).click()
  await office.getByText('Terms published').waitFor()

  await page.getByRole('button', { name: 'Submit Application' }).click()
  const summary = page.locator('#error-summary')
  await summary.getByRole('link', { name: 'The supplier terms have changed' }).waitFor()
  const link = page.getByRole('link', { name: 'What changed' })
  const [changes] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await changes.locator('ins', { hasText: 'Our prices are net of VAT.' }).waitFor()
  await changes.close()
  await submit(page)
  expect(page.url()).toContain('/success?id=')
})
