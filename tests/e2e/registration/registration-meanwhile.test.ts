import { expect, test } from 'vitest'
import { adminEnv, openAsAdmin } from '../../support/browser/e2e-admin.ts'
import {
  autofill,
  drawSignature,
  newAddress,
  next,
  openDraft,
  submit,
} from '../../support/browser/e2e-registration.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'
import { expectAgreedTexts } from '../../support/screens/screens-texts.ts'

/** Of its own, for it is stopped, and its terms change. */
const site = sharedSite(adminEnv)

test('a save that fails says so and keeps everything; after a restart of the server it goes on', async () => {
  const { page, complaints } = await site.guest()
  await openDraft(page, 2, { mainEmail: newAddress() })
  await autofill(page, 2)
  await page.route('**/api/applications/**', (route) => route.fulfill({ status: 503, body: '' }))
  await page.getByRole('button', { name: 'Next' }).click()
  await expectAgreedTexts(page, 'a save that fails')
  expect(await page.inputValue('[name="directors[0].name"]')).toBe('Tomasz Żółć')
  expect(complaints.splice(0).join()).toContain('503')
  await page.unroute('**/api/applications/**')
  await site.server.end('SIGTERM')
  await site.server.start()
  await next(page, 3)
})

test('terms published while somebody signs refuse the submit, and the next one signs the new version', async () => {
  const { page } = await site.guest({}, /status of 409/)
  await openDraft(page, 5, { mainEmail: newAddress() })
  await autofill(page, 5)
  await drawSignature(page)

  const office = (await site.guest({ javaScriptEnabled: false })).page
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
