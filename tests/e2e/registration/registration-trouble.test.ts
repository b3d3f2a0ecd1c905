import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { awake, holdScripts } from '../../support/browser/e2e-browser.ts'
import {
  autofill,
  drawSignature,
  newAddress,
  next,
  openDraft,
  openForm,
  submit,
} from '../../support/browser/e2e-registration.ts'
import { commonSite, regular } from '../../support/browser/e2e-site.ts'

const site = commonSite()
const visit = regular(site)
let page: Page

beforeEach(() => {
  page = visit.page
})

const press = (name: string) => page.getByRole('button', { name }).click()
const toast = () => page.locator('#toasts :is(strong, p)').allInnerTexts()

test('shows the reason for a refused section at its fields and in the specified toast', async () => {
  await openForm(page)
  await autofill(page, 1, { businessName: '', mainEmail: newAddress() })
  await press('Next')
  await page.locator('#businessName-error').waitFor()
  expect(await toast()).toEqual(['Error', 'Business name is required'])
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('error-summary')
  await page.locator('#step-5').click()
  await press('Submit Application')
  await page
    .getByRole('link', { name: /Delivery: \d+ errors|Site contact/ })
    .first()
    .waitFor()
  expect(await toast()).toEqual([
    'Error',
    'Failed to submit application: Please check the marked answers',
  ])
})

test('says "Ready to submit" in the last section once nothing is missing before it, or what is', async () => {
  const readiness = () => page.locator('#section-5 .progress span').last().innerText()
  await openForm(page)
  await page.locator('#step-5').click()
  expect(await readiness()).toBe('4 to complete')
  await page.locator('#step-1').click()
  await autofill(page, 1, { mainEmail: newAddress() })
  await page.locator('#step-2').click()
  await autofill(page, 2)
  await page.locator('#step-5').click()
  expect(await readiness()).toBe('To complete: Accounts, Buyer Info')
  for (const section of [3, 4] as const) {
    await page.locator(`#step-${section}`).click()
    await autofill(page, section)
  }
  await page.locator('#step-5').click()
  expect(await readiness()).toBe('Ready to submit')
  await press('Submit Application')
  await page.locator('#siteContact-error').waitFor()
  expect(await readiness()).toBe('Errors to correct: Delivery')
})

test('offers the typed name when the pad does not load, and the pad once Draw is chosen again', async () => {
  await page.route('**/assets/pad-*.js', (route) => route.abort())
  await openDraft(page, 5, { mainEmail: newAddress() })
  await page.getByText('The drawing pad did not load').waitFor()
  expect(visit.complaints.splice(0).join()).toContain('ERR_FAILED')
  expect(await page.getByLabel('Type', { exact: true }).isChecked()).toBe(true)
  await page.unrouteAll()
  await page.getByLabel('Draw', { exact: true }).check()
  await drawSignature(page)
  expect(await page.getByText('The drawing pad did not load').count()).toBe(0)
  await autofill(page, 5)
  await submit(page)
})

test('loses nothing typed when a password manager puts its icon into the form before the scripts run', async () => {
  await openDraft(page, 3, { mainEmail: newAddress() })
  const arrive = await holdScripts(page)
  await page.goto('/client-form#section-1', { waitUntil: 'commit' })
  await page.locator('footer').waitFor()
  await page.evaluate(() => {
    const icon = () => document.createElement('div')
    document.querySelector('[name=mainEmail]')?.before(icon())
    document.querySelector('[name="directors[0].name"]')?.after(icon())
  })
  await page.fill('[name=businessName]', 'Typed Early Ltd')
  await page.uncheck('[name=businessTypes][value="Private Ltd Co."]')
  await page.check('[name=businessTypes][value=LLP]')
  await page.check('[name=accountType][value=cash]')
  await page.evaluate(() => {
    location.hash = '#section-2'
  })
  await page.fill('[name="directors[0].name"]', 'Early Example')
  arrive()
  await awake(page)
  visit.complaints.splice(0)
  await expect.poll(() => page.inputValue('[name=businessName]')).toBe('Typed Early Ltd')
  expect(await page.inputValue('[name="directors[0].name"]')).toBe('Early Example')
  const chosen = '[name=businessTypes]:checked, [name=accountType]:checked'
  const values = () =>
    page.locator(chosen).evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))
  expect(await values()).toEqual(['cash', 'Partnership', 'LLP'])
  await page.locator('#step-1').click()
  await next(page, 2)
  await next(page, 3)
  await page.reload()
  await awake(page)
  expect(await page.inputValue('[name="directors[0].name"]')).toBe('Early Example')
  expect(await values()).toEqual(['cash', 'Partnership', 'LLP'])
})

test('says that the browser keeps no cookies, keeps what is typed, and goes on once it keeps them', async () => {
  const { context } = visit
  await page.route('**/api/applications**', async (route) => {
    const response = await route.fetch()
    await context.clearCookies()
    const { 'set-cookie': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const mainEmail = newAddress()
  await openForm(page)
  await autofill(page, 1, { mainEmail })
  await next(page, 2)
  await autofill(page, 2)
  await press('Next')
  await expect.poll(toast).toEqual(['Error', expect.stringContaining('does not keep our cookies')])
  expect(await page.inputValue('[name="directors[0].name"]')).not.toBe('')
  await page.unrouteAll()
  await next(page, 3)
  await page.reload()
  await awake(page)
  expect(await page.inputValue('[name=mainEmail]')).toBe(mainEmail)
})

test('changes a date of agreement that nobody has chosen at midnight on an open page', async () => {
  const { page } = await site.guest()
  const day = () => page.inputValue('[name=agreementDate]')
  await page.clock.install()
  await page.goto('/client-form')
  await awake(page)
  const first = await day()
  await page.locator('#step-5').click()
  await page.clock.fastForward(24 * 60 * 60 * 1000)
  await page.locator('[name=siteContact]').click()
  const following = new Date(Date.parse(first) + 86_400_000).toISOString().slice(0, 10)
  await expect.poll(day).toBe(following)
  expect(await page.inputValue('[name=shownDay]')).toBe(following)
  await page.fill('[name=agreementDate]', '2026-10-01')
  await page.clock.fastForward(24 * 60 * 60 * 1000)
  await page.locator('[name=siteContact]').click()
  expect(await day()).toBe('2026-10-01')
})

test('keeps every section within a small screen with the widest letter spacing that people need', async () => {
  const { page } = await site.guest({ viewport: { width: 320, height: 640 } })
  await page.goto('/client-form')
  await awake(page)
  await page.evaluate(() => {
    const spaced = new CSSStyleSheet()
    spaced.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }',
    )
    document.adoptedStyleSheets = [spaced]
  })
  for (const section of [1, 2, 3, 4, 5]) {
    await page.locator(`#step-${section}`).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
})
