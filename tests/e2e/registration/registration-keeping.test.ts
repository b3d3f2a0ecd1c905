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
} from '../../support/browser/e2e-registration.ts'
import { commonSite, regular } from '../../support/browser/e2e-site.ts'

const site = commonSite()
const visit = regular(site)
let page: Page

beforeEach(() => {
  page = visit.page
})

async function openForm() {
  await page.goto('/client-form')
  await awake(page)
}

const name = '[name=businessName]'
const director = (at: number) => `[name="directors[${at}].name"]`
const emailLink = 'Email me a link to finish on another device'
const pictureOf = () => page.inputValue('input[name=authSignature]')

/** An answer in the first section, a choice, and a second director. */
async function typeSomething() {
  await openForm()
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

test('tab jumps, Previous, the Back button and a reload lose nothing typed', async () => {
  await typeSomething()
  await page.locator('#step-4').click()
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.goBack()
  await page.goBack()
  await expectSomething()
  await page.reload()
  await expectSomething()
})

test('Back from another page after the first save goes on with the draft', async () => {
  await openForm()
  await autofill(page, 1, { businessName: 'Come Back Ltd', mainEmail: newAddress() })
  await next(page, 2)
  await page.goto('/terms-conditions')
  await page.goBack()
  await awake(page)
  await expect.poll(() => page.inputValue(name)).toBe('Come Back Ltd')
})

test('the browser closed and opened again has the draft and the unsaved typing', async () => {
  await openDraft(page, 2, { mainEmail: newAddress() })
  await page.fill(director(0), 'Typed after the save')
  const storageState = await visit.context.storageState()
  page = (await site.guest({ storageState })).page
  await openForm()
  expect(await page.inputValue(name)).toBe('Sample Calibration Works Ltd')
  await expect.poll(() => page.inputValue(director(0))).toBe('Typed after the save')
})

test('what is typed before the scripts arrive stays, and is newer than what was kept', async () => {
  await typeSomething()
  const arrive = await holdScripts(page)
  await page.goto('/client-form', { waitUntil: 'commit' })
  await page.fill(name, 'Early Example Ltd')
  expect(await page.locator('form[data-awake]').count()).toBe(0)
  arrive()
  await awake(page)
  await expect.poll(() => page.inputValue(director(1))).toBe('Second Example')
  expect(await page.inputValue(name)).toBe('Early Example Ltd')
})

test('the signature survives tab jumps, another density and a failed submit; Clear empties it', async () => {
  const { context } = await site.guest()
  page = context.pages()[0] as Page
  await openDraft(page, 5, { mainEmail: newAddress() })
  await drawSignature(page)
  const drawn = await pictureOf()
  expect(drawn.length).toBeGreaterThan(1000)
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.locator('#error-summary').waitFor()
  expect(await pictureOf()).toBe(drawn)
  expect(await inked()).toBe(true)
  await page.locator('#step-1').click()
  await page.locator('#step-5').click()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: 700,
    height: 900,
    deviceScaleFactor: 2,
    mobile: false,
  })
  await expect.poll(() => page.locator('canvas').getAttribute('width')).toBe('600')
  expect(await inked()).toBe(true)
  await page.getByRole('button', { name: 'Clear' }).click()
  expect(await pictureOf()).toBe('')
  expect(await inked()).toBe(false)
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.locator('#step-5').click()
  await expect
    .poll(() => page.locator('#authSignature-error').textContent())
    .toContain('Digital signature is required')
})

test('half a form is kept when a link to finish it elsewhere is asked for', async () => {
  await openForm()
  await page.fill(name, 'Half Typed Ltd')
  await page.locator('#step-4').click()
  await page.getByText('Finish on another device', { exact: true }).click()
  await page.getByRole('button', { name: emailLink }).click()
  await page.locator('#mainEmail-error').waitFor({ state: 'visible' })
  await page.fill('[name=mainEmail]', newAddress())
  await page.getByRole('button', { name: emailLink }).click()
  await page.getByText('Check your mailbox').waitFor()
  await page.evaluate(() => localStorage.clear())
  await openForm()
  expect(await page.inputValue(name)).toBe('Half Typed Ltd')
  await page.locator('#section-title-1').waitFor({ state: 'visible' })
})

test('without scripts the link is asked for from the section that is open', async () => {
  page = (await site.guest({ javaScriptEnabled: false })).page
  await page.goto('/client-form')
  await autofill(page, 1, { mainEmail: newAddress() })
  await next(page, 2)
  await page.fill(director(0), 'Half Typed')
  await page.getByText('Finish on another device', { exact: true }).click()
  await page.getByRole('button', { name: emailLink }).click()
  await page.getByText('Check your mailbox').waitFor()
  expect(await page.inputValue(director(0))).toBe('Half Typed')
})

/** Whether the canvas has a dark pixel; read from a copy, for Chromium warns of reading the canvas itself twice. */
const inked = () =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const copy = Object.assign(document.createElement('canvas'), { width: 300, height: 100 })
    const context = copy.getContext('2d', { willReadFrequently: true })
    context?.drawImage(canvas, 0, 0, 300, 100)
    const { data = [] } = context?.getImageData(0, 0, 300, 100) ?? {}
    return Array.from(data).some((value, at) => at % 4 === 0 && value < 100)
  })
