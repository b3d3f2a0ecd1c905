import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { awake, plantApplication } from '../../support/browser/e2e-admin.ts'
import { commonSite, sharedAdmin } from '../../support/browser/e2e-site.ts'
import { expectAgreedTexts } from '../../support/screens/screens-texts.ts'

const site = commonSite()
const desk = sharedAdmin(site)
let page: Page

beforeAll(() => {
  page = desk.page
})

async function open(path: string) {
  await page.goto(path)
  await awake(page)
}
const focused = () => page.evaluate(() => document.activeElement?.id)

test('edits in place, sends only what was changed, clears what was blanked, and moves the focus along', async () => {
  await open(`/admin/applications/${await plantApplication(site.server, 'Edited Metrology')}`)
  await page.getByRole('button', { name: 'Edit' }).press('Enter')
  await page.locator('#edit').waitFor()
  expect(await focused()).toBe('edit-businessName')
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
