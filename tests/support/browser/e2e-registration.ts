import type { Page } from 'playwright'
import { expect } from 'vitest'
import { newToken } from '#src/security/tokens.ts'
import { answers, type SectionNumber, sectionSave } from '../app/application-answers.ts'
import { awake } from './e2e-browser.ts'

/** An address that no other application has. */
export const newAddress = () => `${newToken().toLowerCase()}@example.com`

export async function openForm(page: Page) {
  await page.goto('/client-form')
  await awake(page)
}

/** Waits until the browser that has just submitted can open the signed document. */
export const documentIsReady = (page: Page) =>
  expect
    .poll(async () => (await page.request.get(await pdfOf(page))).status(), { timeout: 60_000 })
    .toBe(200)

const pdfOf = async (page: Page) =>
  (await page.locator('#view-application').getAttribute('action')) ?? ''

type Answers = Record<string, unknown>

/** Types a section's answers of the made-up company, some of them replaced; section 2 types the first director. */
export async function fillSection(page: Page, section: SectionNumber, changes: Answers = {}) {
  for (const [name, value] of Object.entries(fieldsOf(section, changes))) {
    if (Array.isArray(value))
      for (const word of value) await page.check(`[name="${name}"][value="${word}"]`)
    else if (name === 'accountType') await page.check(`[name="${name}"][value="${value}"]`)
    else if (typeof value === 'boolean')
      await page.check(`[name="${name}"][value="${value ? 'yes' : 'no'}"]`)
    else await page.fill(`[name="${name}"]`, String(value))
  }
}

/** Fills a section like `fillSection`, but all at once, as the browser's autofill does, and faster. */
export function autofill(page: Page, section: SectionNumber, changes: Answers = {}) {
  return page.evaluate(
    (fields) => {
      for (const [name, value] of Object.entries(fields))
        for (const field of document.querySelectorAll(`[name="${name}"]`)) {
          if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
          if (field.type === 'radio' || field.type === 'checkbox') {
            const chosen = [value === true ? 'yes' : value].flat().includes(field.value)
            if (chosen !== (field as HTMLInputElement).checked) field.click()
          } else {
            field.value = String(value)
            field.dispatchEvent(new Event('input', { bubbles: true }))
            field.dispatchEvent(new Event('change', { bubbles: true }))
          }
        }
    },
    fieldsOf(section, changes),
  )
}

/** What `fillSection` gives, by the names of the fields; the signature is drawn. */
function fieldsOf(section: SectionNumber, changes: Answers): Answers {
  const [director] = answers[2].directors
  if (section === 2)
    return { 'directors[0].name': director?.name, 'directors[0].position': director?.position }
  const { authSignature: _, ...given }: Answers = { ...answers[section], ...changes }
  return given
}

/** Opens the form in a section, with the sections before it saved by a call. */
export async function openDraft(page: Page, section: SectionNumber, changes: Answers = {}) {
  const before = Object.entries(answers).filter(([number]) => Number(number) < section)
  const data = {
    ...Object.fromEntries(before),
    ...sectionSave(1, changes),
    currentSection: section - 1,
  }
  const answer = await page.request.post('/api/applications', { data })
  if (!answer.ok()) throw new Error(await answer.text())
  await page.goto(`/client-form#section-${section}`)
  await awake(page)
}

/** Presses Next and waits for the section that follows. */
export async function next(page: Page, to: number) {
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator(`#section-title-${to}`).waitFor({ state: 'visible' })
}

/** Draws a zigzag on the pad with the mouse. */
export async function drawSignature(page: Page, pad = page.locator('canvas')) {
  await pad.scrollIntoViewIfNeeded()
  // its script, which comes when it is needed, takes the finger's moves for itself
  await pad.and(page.locator('[style*="touch-action"]')).waitFor()
  const box = await pad.boundingBox()
  if (!box) throw new Error('The pad is not to be seen')
  await page.mouse.move(box.x + 20, box.y + 70)
  await page.mouse.down()
  for (let step = 1; step <= 12; step++)
    await page.mouse.move(box.x + 20 + step * 20, box.y + (step % 2 ? 25 : 75))
  await page.mouse.up()
}

/** Presses Submit Application and waits for the success page. */
export async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.waitForURL('**/success?id=*')
}
