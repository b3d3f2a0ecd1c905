import Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { admin, awake, plantApplication } from '../../support/browser/e2e-admin.ts'
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

test('takes the application, which is then found under Mine, and releases it', async () => {
  const path = `/admin/applications/${await plantApplication(site.server, 'Owned Gauges')}`
  await open(path)
  await page.getByRole('button', { name: 'Take', exact: true }).click()
  await page.getByText('The application is yours').first().waitFor()
  await open('/admin/dashboard')
  await page.locator('#owner').selectOption('mine')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**owner=mine')
  await page.getByText('1 application', { exact: true }).waitFor()
  await open(path)
  await page.getByRole('button', { name: 'Release' }).click()
  await page.getByText('Application released').first().waitFor()
})

test('of what was often edited keeps earlier changes on the screen when the page has read it again', async () => {
  const id = await plantApplication(site.server, 'Often Edited Gauges')
  addEdits(id, 50)
  await page.request.patch(`/api/applications/${id}`, { data: { buyerName: 'The Newest Buyer' } })
  await open(`/admin/applications/${id}`)
  const timeline = page.locator('ol.timeline')
  const newest = timeline.getByText('The Newest Buyer', { exact: true })
  await newest.waitFor()
  await page.getByRole('link', { name: 'Earlier changes' }).click()
  await awake(page)
  await timeline.getByText('draft created').waitFor()
  expect(await newest.count()).toBe(0)
  await page.getByRole('link', { name: 'Newest changes' }).click()
  await newest.waitFor()
  await page.goBack()
  await timeline.getByText('draft created').waitFor()
})

/** Writes edits that changed nothing into an application's history. */
function addEdits(id: string, count: number) {
  const db = new Database(`${site.server.dataDir}/countersign.db`)
  const event = db.prepare(
    `insert into events (at, actor_kind, actor, action, application, previous_hash, hash)
     values (?, 'admin', ?, 'application amended', ?, '', '')`,
  )
  for (let at = 0; at < count; at++) event.run(Date.now(), admin.username, id)
  db.close()
}
