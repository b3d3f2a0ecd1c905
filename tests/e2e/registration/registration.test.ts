import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Page, Route } from 'playwright'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeEach, expect, test } from 'vitest'
import { expectAgreedTexts } from '../../support/agreed-texts.ts'
import { answers, sectionSave } from '../../support/app/application-answers.ts'
import { awake } from '../../support/browser/e2e-browser.ts'
import { openPdf } from '../../support/browser/e2e-client.ts'
import {
  autofill,
  documentIsReady,
  drawSignature,
  fillSection,
  newAddress,
  next,
  openDraft,
  openForm,
} from '../../support/browser/e2e-registration.ts'
import { commonSite, regular } from '../../support/browser/e2e-site.ts'
import { call } from '../../support/calls.ts'

const site = commonSite()
const visit = regular(site)
let page: Page
/** Of one test alone. */
let mainEmail: string

beforeEach(() => {
  mainEmail = newAddress()
  page = visit.page
})

test('leads from the landing page, with a double click on Submit, to a PDF with all the answers', async () => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Supplier/Client Registration Form' }).click()
  await awake(page)
  for (const section of [1, 2, 3, 4] as const) {
    await fillSection(page, section, section === 1 ? { mainEmail } : {})
    if (section === 3) await page.check('[name=sameInvoiceEmails]')
    await next(page, section + 1)
  }
  expect(await page.locator('.answers > details[open]').count()).toBe(4)
  await page.getByRole('link', { name: 'Change Buyer name' }).click()
  await expect.poll(focused).toBe('buyerName')
  await page.locator('#section-4 .button-primary', { hasText: 'Save and go back' }).click()
  await expect.poll(focused).toBe('answers-4')
  expect(await page.getByRole('tab', { name: 'Complete' }).count()).toBe(4)
  await fillSection(page, 5)
  await drawSignature(page)
  let submits = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.postData()?.includes('"submitted"')) submits++
  })
  await page.getByRole('button', { name: 'Submit Application' }).dblclick()
  await page.waitForURL('**/success?id=*')
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  expect(await page.locator('#reference').textContent()).toBe(id)
  await expectAgreedTexts(page, 'a submit')
  expect(submits).toBe(1)
  await expectPdf(id)
  const [stored, ...others] = applicationsOf(site.server, mainEmail)
  expect(others).toEqual([])
  expect(stored).toMatchObject({ id, status: 'submitted' })
  expect(stored?.image).toBeGreaterThan(500)
  await page.goBack()
  await page.getByText(`You have sent application ${id}`).waitFor()
  await awake(page)
  const invoicing = () =>
    Promise.all(
      ['invoiceEmail', 'financialEmail', 'invoiceQueriesEmail'].map((name) =>
        page.inputValue(`[name=${name}]`),
      ),
    )
  await expect.poll(invoicing).toEqual(['', '', ''])
  await page.context().clearCookies()
  await page.goto('/success')
  await page.getByRole('heading', { name: 'Application Submitted Successfully!' }).waitFor()
  expect(await page.title()).toMatch(/^Application Submitted Successfully!/)
  expect(await page.locator('#reference').textContent()).toBe(id)
})

test('focuses and announces a new director, and leaves the others as typed when one is removed', async () => {
  await openForm(page)
  await page.locator('#step-2').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator('#directors-0-name-error').waitFor()
  expect(await page.title()).toMatch(/^Error: /)
  for (const at of [1, 2]) {
    await page.getByRole('button', { name: 'Add Director' }).click()
    await expect.poll(focused).toBe(`directors-${at}-name`)
    await page.keyboard.type(`Example ${at}`)
  }
  expect(await page.locator('.directors [role=status]').textContent()).toBe('Director 3 added')
  expect(await page.locator('#directors-0-name-error').count()).toBe(0)
  expect(await page.title()).not.toContain('Error')
  // the next director's button takes its place
  await page.getByRole('button', { name: 'Remove Director 2' }).dblclick()
  await expect.poll(focused).toBe('director-1')
  expect(await page.locator('.directors [role=status]').textContent()).toBe('Director 2 removed')
  expect(await page.inputValue('[name="directors[1].name"]')).toBe('Example 2')
  await page.getByRole('button', { name: 'Remove Director 2' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator('#directors-0-name-error').waitFor()
})

test('refuses a taken address in the agreed words, at its field and in a toast, until it is changed', async () => {
  await call(site.server.url, 'POST', '/api/applications', { body: sectionSave(1, { mainEmail }) })
  await openForm(page)
  await autofill(page, 1, { mainEmail })
  await page.getByRole('button', { name: 'Next' }).click()
  await expectAgreedTexts(page, 'a taken address')
  for (const place of ['#mainEmail-error', '#error-summary'])
    expect(await page.locator(place).textContent()).toMatch(/already exists.+look in its inbox/)
  await page.fill('[name=mainEmail]', newAddress())
  expect(await page.locator('#mainEmail-error').count()).toBe(0)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/applications', (route) => answered.then(() => route.continue()), {
    times: 1,
  })
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => page.locator('#toasts .toast').count()).toBe(0)
  answer()
  await page.waitForURL('**#section-2')
})

test('says that an address is taken in the words of the answer, on Next and on Submit', async () => {
  const body = JSON.stringify({ message: 'An application with this email address already exists' })
  await openDraft(page, 3, { mainEmail })
  await page.route('**/api/applications/*', (route) =>
    route.fulfill({ status: 409, contentType: 'application/json', body }),
  )
  for (const button of ['Next', 'Submit Application']) {
    await page.getByRole('button', { name: button }).click()
    await page.locator('.toast', { hasText: 'Duplicate Email' }).waitFor()
    await page.locator('.toast button').click()
    await page.locator('#step-5').click()
  }
})

test('shows what is missing when an empty form is submitted, and makes no application', async () => {
  await openForm(page)
  const made: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST') made.push(response.status())
  })
  await page.locator('#step-5').click()
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.getByRole('link', { name: 'Business name is required' }).waitFor()
  await page.getByRole('link', { name: /Delivery: \d+ errors/ }).waitFor()
  expect(made).toEqual([400])
  await page.reload()
  await awake(page)
  expect(await page.locator('input[name=draft]').first().inputValue()).toBe('')
})

test('keeps a warning beside one answer off the next one’s click, and removes an error with its reason', async () => {
  await openForm(page)
  await page.getByRole('button', { name: 'Next' }).click()
  const missing = page.getByRole('link', { name: 'Previous address is required' })
  await missing.waitFor()
  await page.fill('[name=businessEstablished]', 'ages')
  await page.getByLabel('LLP').click()
  expect(await page.getByLabel('LLP').isChecked()).toBe(true)
  await missing.waitFor({ state: 'detached' })
})

test('warns beside the fields of letters that documents lack and of more than one address', async () => {
  await openForm(page)
  const beside = (field: string) => page.locator(`.field:has([name="${field}"]) + div`)
  await page.fill('[name=businessName]', '株式会社 Sample')
  await page.fill('[name=mainEmail]', 'Jo <jo@sample.example>')
  await page.fill('[name=businessAddress]', '東京都')
  await page.getByRole('tab', { name: 'Directors' }).click()
  await page.fill('[name="directors[0].name"]', '山田')
  await page.press('[name="directors[0].name"]', 'Tab')
  await beside('directors[0].name').getByText('cannot print all of these letters').waitFor()
  await page.getByRole('tab', { name: 'Business' }).click()
  for (const field of ['businessName', 'businessAddress'])
    expect(await beside(field).innerText()).toContain('cannot print all of these letters')
  expect(await beside('mainEmail').innerText()).toContain('Enter one address only')
})

test('tries a first save again whose answer was lost, with what was typed since', async () => {
  await openForm(page)
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/applications', lose, { times: 1 })
  await autofill(page, 1, { mainEmail })
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator('.toast').waitFor()
  expect(visit.complaints.splice(0).join()).toContain('ERR_FAILED')
  await page.fill('[name=businessName]', 'Changed Since Ltd')
  await next(page, 2)
  expect(applicationsOf(site.server, mainEmail)).toHaveLength(1)
  await page.evaluate(() => localStorage.clear())
  await openForm(page)
  expect(await page.inputValue('[name=businessName]')).toBe('Changed Since Ltd')
})

test('keeps a signature through tab jumps and a failed submit, and empties it by Clear', async () => {
  const picture = () => page.inputValue('input[name=authSignature]')
  await page.setViewportSize({ width: 390, height: 844 })
  await openDraft(page, 5, { mainEmail })
  await drawSignature(page)
  const drawn = await picture()
  expect(drawn.length).toBeGreaterThan(1000)
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.locator('#error-summary').waitFor()
  expect(await page.locator('.progress:visible').innerText()).toContain('Errors to correct')
  await page.locator('#step-1').click()
  await page.locator('#step-5').click()
  expect(await picture()).toBe(drawn)
  await page.getByRole('button', { name: 'Clear' }).click()
  expect(await picture()).toBe('')
  await page.locator('.signature-pad').click()
  await page.getByText('Please draw a longer signature, or type your name').waitFor()
  await page.getByRole('button', { name: 'Submit Application' }).click()
  const error = 'Digital signature is required: draw a longer one, or type your name'
  for (const place of ['#authSignature-error', '#error-summary'])
    await page.locator(place, { hasText: error }).waitFor()
})

test('signs with what is on screen: a drawing or the name, whichever was chosen last, also after a save', async () => {
  const sent = async () => {
    const put = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByRole('button', { name: 'Submit Application' }).click()
    const { 5: section } = (await put).postDataJSON()
    await page.getByRole('button', { name: 'Submit Application' }).waitFor()
    return { drawn: section.authSignature?.length, typed: section.typedName }
  }
  await openDraft(page, 5, { mainEmail })
  await drawSignature(page)
  await page.getByLabel('Type', { exact: true }).check()
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.locator('#signerName-error', { hasText: 'type your full name' }).waitFor()
  await page.fill('[name=signerName]', 'Ann Example')
  await page.locator('#signerName-error').waitFor({ state: 'detached' })
  await page.locator('.written', { hasText: 'Ann Example' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.fonts.check('600 45px Caveat'))).toBe(true)
  expect(await sent()).toEqual({ drawn: undefined, typed: 'Ann Example' })
  await page.locator('#error-summary').waitFor()
  await page.getByLabel('Draw', { exact: true }).check()
  const again = await sent()
  expect(again.typed).toBeUndefined()
  expect(again.drawn).toBeGreaterThan(1000)
  await page.getByLabel('Type', { exact: true }).check()
  await page.getByText('Finish on another device', { exact: true }).click()
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await page.locator('.toast').waitFor()
  await page.getByText('Start again', { exact: true }).click()
  expect(await page.locator('.toast').count()).toBe(0)
  await page.reload()
  await awake(page)
  expect(await page.getByLabel('Type', { exact: true }).isChecked()).toBe(true)
  await page.getByLabel('Draw', { exact: true }).check()
  expect(await sent()).toEqual({ drawn: 0, typed: undefined })
  await page.locator('#authSignature-error', { hasText: 'Digital signature is required' }).waitFor()
})

test('saves by Enter, adds directors and sends one application for a double click without scripts', async () => {
  const { page, context } = await site.guest({ javaScriptEnabled: false })
  await page.goto('/client-form')
  await autofill(page, 1, { mainEmail })
  await page.press('[name=vatNo]', 'Enter')
  await page.waitForURL('**/client-form?section=2*')
  await autofill(page, 2)
  await page.getByRole('button', { name: 'Add Director' }).click()
  await page.fill('[name="directors[1].name"]', 'Second Example')
  await page.press('[name="directors[1].name"]', 'Enter')
  await page.waitForURL('**/client-form?section=3')
  for (const section of [3, 4, 5] as const) {
    await page.locator(`.step[href="#section-${section}"]`).click()
    await autofill(page, section)
  }
  expect(await page.locator('canvas').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Submit Application' }).dblclick()
  await page.waitForURL('**/success?id=*')
  expect(applicationsOf(site.server, mainEmail)).toMatchObject([{ status: 'submitted' }])
  await documentIsReady(page)
  const opened = context.waitForEvent('request', (sent) => sent.url().includes('/pdf'))
  await page.getByRole('button', { name: 'View Application' }).click()
  expect((await (await opened).response())?.status()).toBe(200)
})

const focused = () => page.evaluate(() => document.activeElement?.id)

/** Opens the document as the person does and reads the answers in it. */
async function expectPdf(id: string) {
  expect(await page.locator('h1').textContent()).toBe('Application Submitted Successfully!')
  const document = await getDocumentProxy(new Uint8Array(await openPdf(page, id)))
  const { text } = await extractText(document, { mergePages: true })
  for (const value of [
    answers[1].businessName,
    answers[2].directors[0]?.name,
    answers[4].buyerName,
  ])
    expect(text).toContain(value)
}

type Stored = { id: string; status: string; image: number }

/** The applications that the server has stored for an address, with the sizes of their signatures in bytes. */
function applicationsOf({ dataDir }: { dataDir: string }, mainEmail: string): Stored[] {
  const database = new Database(join(dataDir, 'countersign.db'), { readonly: true })
  try {
    return database
      .prepare(
        `SELECT id, status,
           (SELECT coalesce(max(length(png)), 0) FROM signatures WHERE application = seq) AS image
         FROM applications WHERE main_email = ?`,
      )
      .all(mainEmail) as Stored[]
  } finally {
    database.close()
  }
}
