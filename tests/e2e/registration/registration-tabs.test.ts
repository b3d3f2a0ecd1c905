import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { holdScripts } from '../../support/browser/e2e-browser.ts'
import {
  autofill,
  awake,
  drawSignature,
  newAddress,
  next,
  openDraft,
  submit,
} from '../../support/browser/e2e-registration.ts'
import { commonSite, regular } from '../../support/browser/e2e-site.ts'

const site = commonSite()
const visit = regular(site)
let page: Page

beforeEach(async () => {
  page = visit.page
  await openForm(page)
})

const name = '[name=businessName]'
const fax = '[name=fax]'

async function openForm(tab: Page) {
  await tab.goto('/client-form')
  await awake(tab)
}

async function secondTab(): Promise<Page> {
  const tab = await visit.context.newPage()
  await openForm(tab)
  return tab
}

const kept = () => page.evaluate(() => localStorage.getItem('countersign.typing') ?? '')

test('two tabs do not overwrite what the other keeps', async () => {
  const other = await secondTab()
  await page.fill(name, 'First Tab Ltd')
  await other.fill(fax, '020 7946 0999')
  await page.fill('[name=mobile]', '020 7946 0888')
  const third = await secondTab()
  expect(await third.inputValue(name)).toBe('First Tab Ltd')
  expect(await third.inputValue(fax)).toBe('020 7946 0999')
  expect(await third.inputValue('[name=mobile]')).toBe('020 7946 0888')
})

test('a tab goes on with the draft that another has begun, and with what is typed in it', async () => {
  const other = await secondTab()
  await other.locator('#step-4').click()
  await other.fill('[name=buyerName]', 'Typed Beside')
  await autofill(page, 1, { businessName: 'Begun Beside Ltd', mainEmail: newAddress() })
  await next(page, 2)
  await expect.poll(() => other.inputValue(name)).toBe('Begun Beside Ltd')
  await awake(other)
  expect(await other.inputValue('[name=buyerName]')).toBe('Typed Beside')
})

test('a tab that was left open when the application was submitted keeps nothing any more', async () => {
  await page.fill(name, 'Left Open Ltd')
  const other = await visit.context.newPage()
  await openDraft(other, 5, { mainEmail: newAddress() })
  await autofill(other, 5)
  await drawSignature(other)
  await submit(other)
  await page.locator('#step-1').click()
  await page.fill(fax, '020 7946 0999')
  expect(await kept()).toBe('')
})

test('a tab that was left open at "Start again" keeps nothing, until it saves its answers itself', async () => {
  const mainEmail = newAddress()
  await autofill(page, 1, { mainEmail })
  expect(await kept()).toContain(mainEmail)
  const other = await secondTab()
  await other.getByText('Start again', { exact: true }).click()
  await other.getByRole('button', { name: 'Delete my draft and start again' }).click()
  await other.waitForURL('**/client-form?new')
  await awake(other)
  await page.fill(fax, '020 7946 0999')
  expect(await kept()).not.toMatch(new RegExp(`${mainEmail}|020 7946 0999`))
  await other.close()
  await page.evaluate(() => localStorage.clear())
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator('#section-title-2').waitFor()
  await page.fill('[name="directors[0].name"]', 'Kept Again')
  expect(await kept()).toContain('Kept Again')
})

test('what is kept of another form is not typed into a draft that a link has brought here', async () => {
  await page.fill(name, 'Somebody Else Ltd')
  const data = { businessName: 'Taken Over Ltd', mainEmail: newAddress() }
  await page.request.post('/api/applications', { data })
  // where the link's button leads
  await page.goto('/client-form?new')
  await awake(page)
  expect(await page.inputValue(name)).toBe('Taken Over Ltd')
  expect(await kept()).not.toContain('Somebody Else Ltd')
})

test('opening the form does not make what is kept any younger; after 7 days it is gone', async () => {
  await page.fill(name, 'Seven Days Ltd')
  const age = (days: number) =>
    page.evaluate((time) => {
      const copy = JSON.parse(localStorage.getItem('countersign.typing') ?? '')
      copy.at -= time
      localStorage.setItem('countersign.typing', JSON.stringify(copy))
    }, days * 86_400_000)
  await age(6.9)
  await page.reload()
  await awake(page)
  expect(await page.inputValue(name)).toBe('Seven Days Ltd')
  await age(0.2)
  await page.reload()
  await awake(page)
  await expect.poll(() => page.inputValue(name)).toBe('')
  expect(await kept()).not.toContain('Seven Days')
})

test('what is posted before the scripts arrive is newer than what was kept before', async () => {
  const mainEmail = newAddress()
  await autofill(page, 1, { mainEmail, businessName: 'Kept Ltd' })
  await page.fill(fax, '020 7946 0777')
  const arrive = await holdScripts(page)
  await page.goto('/client-form', { waitUntil: 'commit' })
  await page.locator('footer').waitFor()
  await autofill(page, 1, { mainEmail, businessName: 'Posted Ltd' })
  await page.fill(fax, '')
  await page.getByRole('button', { name: 'Next' }).click({ noWaitAfter: true })
  await page.waitForURL('**/client-form?section=2', { waitUntil: 'commit' })
  expect(await page.locator('form[data-awake]').count()).toBe(0)
  arrive()
  await awake(page)
  expect(await page.inputValue(name)).toBe('Posted Ltd')
  expect(await page.inputValue(fax)).toBe('020 7946 0777')
})
