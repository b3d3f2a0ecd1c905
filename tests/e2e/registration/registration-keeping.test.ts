import type { Page, Route } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { draftNotOpen } from '#src/forms/registration/draft-not-open.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import { awake, holdScripts } from '../../support/browser/e2e-browser.ts'
import {
  autofill,
  drawSignature,
  newAddress,
  next,
  openDraft,
  openForm,
} from '../../support/browser/e2e-registration.ts'
import { commonSite, regular } from '../../support/browser/e2e-site.ts'

const site = commonSite()
const visit = regular(site)
let page: Page

beforeEach(() => {
  page = visit.page
})

const name = '[name=businessName]'
const fax = '[name=fax]'
const director = (at: number) => `[name="directors[${at}].name"]`

/** An answer in the first section, a choice, and a second director. */
async function typeSomething() {
  await openForm(page)
  await page.fill(name, 'Unsaved Example Ltd')
  await page.check('[name=businessTypes][value=LLP]')
  await page.locator('#step-2').click()
  await page.fill(director(0), 'First Example')
  await page.getByRole('button', { name: 'Add Director' }).click()
  await page.fill(director(1), 'Second Example')
}

async function expectSomething() {
  await awake(page)
  await expect.poll(() => page.locator(director(1)).count()).toBe(1)
  expect(await page.inputValue(name)).toBe('Unsaved Example Ltd')
  expect(await page.isChecked('[name=businessTypes][value=LLP]')).toBe(true)
  expect(await page.inputValue(director(0))).toBe('First Example')
  expect(await page.inputValue(director(1))).toBe('Second Example')
}

test('loses nothing typed by tab jumps, Previous, the Back button and a reload', async () => {
  await typeSomething()
  await page.locator('#step-4').click()
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.goBack()
  await page.goBack()
  await expectSomething()
  await page.reload()
  await expectSomething()
})

test('shows the draft and the unsaved typing after Back from another page and in a reopened browser', async () => {
  await openForm(page)
  await autofill(page, 1, { businessName: 'Come Back Ltd', mainEmail: newAddress() })
  await next(page, 2)
  await page.fill(director(0), 'Typed after the save')
  await page.goto('/terms-conditions')
  await page.goBack()
  await awake(page)
  await expect.poll(() => page.inputValue(name)).toBe('Come Back Ltd')
  const storageState = await visit.context.storageState()
  page = (await site.guest({ storageState })).page
  await openForm(page)
  expect(await page.inputValue(name)).toBe('Come Back Ltd')
  await expect.poll(() => page.inputValue(director(0))).toBe('Typed after the save')
})

test('opens sections by their links before the scripts arrive, and prefers new typing to stored typing', async () => {
  await typeSomething()
  const arrive = await holdScripts(page)
  await page.goto('/client-form', { waitUntil: 'commit' })
  await page.fill(name, 'Early Example Ltd')
  await page.locator('.step[href="#section-3"]').click()
  await page.fill('[name=invoiceAddress]', 'Typed Before 1')
  expect(await page.locator('form[data-awake]').count()).toBe(0)
  arrive()
  await awake(page)
  expect(await page.locator('#step-3').getAttribute('aria-selected')).toBe('true')
  expect(await page.inputValue('[name=invoiceAddress]')).toBe('Typed Before 1')
  await expect.poll(() => page.inputValue(director(1))).toBe('Second Example')
  expect(await page.inputValue(name)).toBe('Early Example Ltd')
})

test('prefers what is posted before the scripts arrive to stored typing', async () => {
  const mainEmail = newAddress()
  await openForm(page)
  await autofill(page, 1, { mainEmail, businessName: 'Kept Ltd' })
  await page.fill(fax, '020 7946 0777')
  const arrive = await holdScripts(page)
  await page.goto('/client-form', { waitUntil: 'commit' })
  await page.locator('footer').waitFor()
  await autofill(page, 1, { mainEmail, businessName: 'Posted Ltd' })
  await page.getByRole('button', { name: 'Next' }).click({ noWaitAfter: true })
  await page.waitForURL('**/client-form?section=2*', { waitUntil: 'commit' })
  arrive()
  await awake(page)
  expect(await page.inputValue(name)).toBe('Posted Ltd')
})

test('shares typing and draft between tabs, and clears them all by "Start again" in one', async () => {
  await openForm(page)
  const other = await secondTab()
  await page.fill(name, 'First Tab Ltd')
  await other.fill(fax, '020 7946 0999')
  await page.fill('[name=mobile]', '020 7946 0888')
  const third = await secondTab()
  for (const [field, text] of [
    [name, 'First Tab Ltd'],
    [fax, '020 7946 0999'],
    ['[name=mobile]', '020 7946 0888'],
  ] as const)
    expect(await third.inputValue(field)).toBe(text)
  await third.close()

  await autofill(page, 1, { businessName: 'Begun Beside Ltd', mainEmail: newAddress() })
  await next(page, 2)
  await expect.poll(() => other.inputValue(name)).toBe('Begun Beside Ltd')
  await awake(other)
  await other.getByText('Start again', { exact: true }).click()
  await other.getByRole('button', { name: 'Delete my draft and start again' }).click()
  await expect.poll(() => page.inputValue(name)).toBe('')
  expect(await kept()).not.toContain('First Tab')
  await expect.poll(() => other.url()).toBe(`${site.server.url}/client-form`)
})

test('adds no stored typing to a draft that a link has opened here, and removes it after 7 days', async () => {
  await openForm(page)
  await page.fill(name, 'Seven Days Ltd')
  const age = (days: number) =>
    page.evaluate((time) => {
      const copy = JSON.parse(localStorage.getItem('countersign.typing') ?? '')
      copy.at -= time
      localStorage.setItem('countersign.typing', JSON.stringify(copy))
    }, days * 86_400_000)
  await age(6.9)
  await openForm(page)
  expect(await page.inputValue(name)).toBe('Seven Days Ltd')
  await age(0.2)
  await openForm(page)
  expect(await kept()).not.toContain('Seven Days')

  await page.fill(name, 'Somebody Else Ltd')
  const data = { businessName: 'Taken Over Ltd', mainEmail: newAddress() }
  await page.request.post('/api/applications', { data })
  // where the link's button leads
  await page.goto('/client-form?new')
  await awake(page)
  expect(await page.inputValue(name)).toBe('Taken Over Ltd')
  expect(await kept()).not.toContain('Somebody Else Ltd')
})

test('overwrites nothing that another tab has saved from an older tab, says so, and keeps what was typed', async () => {
  await openDraft(page, 3, { mainEmail: newAddress(), businessName: 'Older Ltd' })
  const other = await secondTab()
  await other.locator('#step-1').click()
  await other.fill(name, 'Newer Ltd')
  for (const section of [2, 3]) await next(other, section)
  await other.locator('#step-2').click()
  await other.fill(director(1), 'Newer Example')
  await next(other, 3)
  await autofill(page, 3, { accountsContact: 'Typed Meanwhile' })
  await page.locator('#step-1').click()
  await page.fill(fax, '020 7946 0999')
  await page.locator('#step-5').click()
  await drawSignature(page)
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.getByText('changed since you opened it').waitFor()
  await awake(page)
  await page.getByRole('img', { name: 'Your signature' }).waitFor()
  expect(await page.inputValue(name)).toBe('Newer Ltd')
  expect(await page.inputValue(director(1))).toBe('Newer Example')
  expect(await page.inputValue('[name=accountsContact]')).toBe('Typed Meanwhile')
  expect(await page.inputValue(fax)).toBe('020 7946 0999')
  await page.locator('#step-3').click()
  await next(page, 4)
})

test('leaves the next application’s typing alone at "View it", and forgets it after a submit without scripts', async () => {
  await submitByCall()
  await openForm(page)
  await page.fill(name, 'Next Application Ltd')
  await page.getByRole('link', { name: 'View it' }).click()
  await page.waitForURL('**/success?id=*')
  await page.goBack()
  await awake(page)
  await expect.poll(() => page.inputValue(name)).toBe('Next Application Ltd')
  await page.locator('#step-5').click()
  const changes = { mainEmail: newAddress(), signing: 'type' }
  for (const section of [1, 2, 3, 4, 5] as const) await autofill(page, section, changes)
  await page.evaluate(() => document.forms.namedItem('registration')?.submit())
  await page.waitForURL('**/success?id=*')
  await expect.poll(kept).toBe('')
})

test('says where to go on after a submit whose answer was lost, and adds no late typing to the next one', async () => {
  await openDraft(page, 5, { mainEmail: newAddress() })
  await autofill(page, 5)
  await drawSignature(page)
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/applications/*', lose, { times: 1 })
  const submit = page.getByRole('button', { name: 'Submit Application' })
  await submit.click()
  await page.locator('.toast').waitFor()
  expect(visit.complaints.splice(0).join()).toContain('ERR_FAILED')
  await page.fill('[name=deliveryAddress]', 'Changed Since 1')
  await submit.click()
  await page.getByText('can no longer be changed here').waitFor()
  expect(await page.inputValue('[name=deliveryAddress]')).toBe('Changed Since 1')
  await openForm(page)
  await page.getByText('You have sent application').waitFor()
  await expect.poll(kept).not.toContain('Changed Since')
  expect(await page.inputValue('[name=deliveryAddress]')).toBe('')
})

test('closes a draft here that was continued elsewhere, keeps what was typed, and starts empty next time', async () => {
  await openDraft(page, 4, { mainEmail: newAddress(), businessName: 'Moved On Ltd' })
  await page.context().clearCookies()
  const other = await page.request.post('/api/applications', { data: { buyerName: 'Another' } })
  expect(other.status()).toBe(201)
  await autofill(page, 4, { buyerName: 'Typed Afterwards' })
  for (const button of ['Next', 'Next']) {
    await page.getByRole('button', { name: button }).click()
    await page.locator('.toast', { hasText: draftNotOpen }).waitFor()
    await page.locator('.toast button').click()
  }
  expect(await page.inputValue('[name=buyerName]')).toBe('Typed Afterwards')
  await page.locator('#step-5').click()
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.locator('.toast', { hasText: 'Failed to submit application: This draft' }).waitFor()
  expect(await page.inputValue('[name=businessName]')).toBe('Moved On Ltd')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.locator('.toast', { hasText: draftNotOpen }).waitFor()
  await openForm(page)
  expect(await page.inputValue('[name=businessName]')).toBe('')
  await expect.poll(kept).not.toContain('Typed Afterwards')
})

test('keeps the fields of "Same as business address" equal, even restored ones, until it is unticked', async () => {
  const box = page.locator('[name=sameInvoiceAddress]')
  const same = page.locator('[name=invoiceAddress]')
  await openForm(page)
  await page.fill('[name=businessAddress]', '1 Old Street')
  await page.fill('[name=postCode]', 'LL55 2BD')
  await page.locator('#step-3').click()
  await box.check()
  await page.locator('#step-1').click()
  await page.fill('[name=businessAddress]', '2 New Street')
  await page.reload()
  await awake(page)
  await expect.poll(() => box.isChecked()).toBe(true)
  expect(await same.inputValue()).toBe('2 New Street')
  expect(await same.isEditable()).toBe(false)
  await page.fill('[name=postCode]', 'EX4 2MP')
  expect(await page.inputValue('[name=invoicePostCode]')).toBe('EX4 2MP')
  await page.locator('#step-3').click()
  await box.uncheck()
  await same.focus()
  await same.fill('PO Box 7')
  await page.reload()
  await awake(page)
  await expect.poll(() => same.inputValue()).toBe('PO Box 7')
  expect(await box.isChecked()).toBe(false)
  await box.check()
  expect(await same.inputValue()).toBe('2 New Street')
  await box.uncheck()
  expect(await same.inputValue()).toBe('PO Box 7')
})

test('does not just call a day missing that the date field cannot read', async () => {
  await openForm(page)
  const day = page.locator('[name=dateIncorporation]')
  await day.pressSequentially('02')
  await day.blur()
  await page.getByText('This date is incomplete, or there is no such day').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('link', { name: 'is required: this date is incomplete' }).waitFor()
  await day.fill('2020-02-29')
  await page.getByText('29 February 2020').waitFor()
  expect(await page.getByText('no such day').count()).toBe(0)
})

test('does not show a prefetched form once a draft was begun in another tab', async () => {
  const ahead = page.waitForEvent('requestfinished', (sent) => sent.url().endsWith('/client-form'))
  await page.goto('/')
  await ahead
  const other = await secondTab()
  await autofill(other, 1, { businessName: 'Other Tab Ltd', mainEmail: newAddress() })
  await next(other, 2)
  await other.close()
  await page.click('a[href="/client-form"]')
  await awake(page)
  await expect.poll(() => page.inputValue(name)).toBe('Other Tab Ltd')
})

async function secondTab(): Promise<Page> {
  const tab = await visit.context.newPage()
  await tab.goto('/client-form')
  await awake(tab)
  return tab
}

async function submitByCall() {
  const { status: _, ...draft } = finalSave({ mainEmail: newAddress() })
  const { id } = await (await page.request.post('/api/applications', { data: draft })).json()
  const data = { ...draft, status: 'submitted' }
  expect((await page.request.put(`/api/applications/${id}`, { data })).status()).toBe(200)
}

const kept = () => page.evaluate(() => localStorage.getItem('countersign.typing') ?? '')
