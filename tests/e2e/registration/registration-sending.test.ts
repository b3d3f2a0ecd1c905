import type { Page } from 'playwright'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { answers } from '../../support/app/application-answers.ts'
import { applicationsOf } from '../../support/browser/e2e-database.ts'
import {
  autofill,
  awake,
  documentIsReady,
  drawSignature,
  newAddress,
  next,
  openDraft,
  submit,
} from '../../support/browser/e2e-registration.ts'
import { commonSite, regular } from '../../support/browser/e2e-site.ts'

const site = commonSite()
let page: Page
/** Of one test alone. */
let mainEmail: string

beforeEach(() => {
  mainEmail = newAddress()
})

describe('with scripts', () => {
  const visit = regular(site)

  beforeEach(() => {
    page = visit.page
  })

  test('on a phone a refused Submit shows the beginning of what is wrong', async () => {
    const before = page.viewportSize() ?? { width: 1280, height: 720 }
    onTestFinished(() => page.setViewportSize(before))
    await page.setViewportSize({ width: 320, height: 568 })
    await openForm()
    await page.locator('#step-5').click()
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await expect.poll(focused).toBe('error-summary')
    const top = () =>
      page.locator('#error-summary').evaluate((all) => all.getBoundingClientRect().y)
    await expect.poll(top).toBeGreaterThan(-1)
    await expect.poll(top).toBeLessThan(100)
  })

  test('Previous goes back a section and saves nothing', async () => {
    await openDraft(page, 2, { mainEmail })
    let calls = 0
    page.on('request', (sent) => {
      if (sent.url().includes('/api/')) calls++
    })
    await page.getByRole('button', { name: 'Previous' }).press('Enter')
    await expect.poll(focused).toBe('section-title-1')
    expect(calls).toBe(0)
  })

  test('"Same as business address" copies it, and takes nothing away while there is none', async () => {
    await openForm()
    await page.locator('#step-3').click()
    await page.fill('[name=invoiceAddress]', 'Typed Here 1')
    await page.check('[name=sameInvoiceAddress]')
    expect(await page.inputValue('[name=invoiceAddress]')).toBe('Typed Here 1')
    await page.locator('#step-1').click()
    await page.fill('[name=businessAddress]', answers[1].businessAddress)
    await page.fill('[name=postCode]', answers[1].postCode)
    await page.locator('#step-5').click()
    await page.check('[name=sameDeliveryAddress]')
    expect(await page.inputValue('[name=deliveryAddress]')).toBe(answers[1].businessAddress)
    expect(await page.inputValue('[name=deliveryPostCode]')).toBe(answers[1].postCode)
  })

  test('a first save whose answer was lost is tried again, with what was typed since', async () => {
    await openForm()
    await page.route(
      '**/api/applications',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await autofill(page, 1, { mainEmail })
    await page.getByRole('button', { name: 'Next' }).click()
    await page.locator('.toast').waitFor()
    expect(visit.complaints.splice(0).join()).toContain('ERR_FAILED')
    await page.fill('[name=businessName]', 'Changed Since Ltd')
    await next(page, 2)
    expect(applicationsOf(site.server, mainEmail)).toHaveLength(1)
    await page.evaluate(() => localStorage.clear())
    await page.goto('/client-form')
    expect(await page.inputValue('[name=businessName]')).toBe('Changed Since Ltd')
  })

  test('whoever opens another section while a save is slow stays in it', async () => {
    await openForm()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/applications', (route) => held.then(() => route.continue()))
    await autofill(page, 1, { mainEmail })
    await page.getByRole('button', { name: 'Next' }).click()
    await page.locator('#step-4').click()
    const saved = page.waitForResponse('**/api/applications')
    answer()
    await saved
    await page.getByRole('button', { name: 'Next' }).waitFor()
    expect(await page.locator('#section-4').isVisible()).toBe(true)
  })

  test('Submit goes through although the draft was deleted in another tab meanwhile', async () => {
    await openDraft(page, 5, { mainEmail })
    await autofill(page, 5)
    await drawSignature(page)
    const other = await visit.context.newPage()
    await other.goto('/client-form')
    await startAgain(other)
    await submit(page)
    expect(applicationsOf(site.server, mainEmail)).toMatchObject([{ status: 'submitted' }])
  })
})

describe('without scripts', () => {
  test('a double click on Submit Application, the first post of all, sends one application', async () => {
    const { page, context } = await site.guest({ javaScriptEnabled: false })
    await page.goto('/client-form')
    for (const section of [1, 2, 3, 4, 5] as const) {
      await page.locator(`.step[href="#section-${section}"]`).click()
      await autofill(page, section, section === 1 ? { mainEmail } : {})
    }
    await page.getByText('Type your name instead').click()
    await page.fill('[name=typedName]', 'Tomasz Żółć')
    await page.getByRole('button', { name: 'Submit Application' }).dblclick()
    await page.waitForURL('**/success?id=*')
    expect(await page.locator('h1').textContent()).toBe('Application Submitted Successfully!')
    expect(applicationsOf(site.server, mainEmail)).toHaveLength(1)
    await documentIsReady(page)
    const opened = context.waitForEvent('request', (sent) => sent.url().includes('/pdf'))
    await page.getByRole('button', { name: 'View Application' }).click()
    expect((await (await opened).response())?.status()).toBe(200)
  })
})

const focused = () => page.evaluate(() => document.activeElement?.id)

async function openForm() {
  await page.goto('/client-form')
  await awake(page)
}

async function startAgain(at: Page) {
  await at.getByText('Start again', { exact: true }).click()
  const answered = at.waitForResponse((answer) => answer.request().method() === 'POST')
  await at.getByRole('button', { name: 'Delete my draft and start again' }).click()
  await answered
}
