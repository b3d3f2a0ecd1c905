import type { Page } from 'playwright'
import { newToken } from '#src/security/tokens.ts'
import { answers, type SectionNumber } from '../app/application-answers.ts'

/** An address that no other application has. */
export const newAddress = () => `${newToken().toLowerCase()}@example.com`

type Answers = Record<string, unknown>

/** Types a section's answers of the made-up company, some of them replaced; section 2 types the first director. */
export async function fillSection(page: Page, section: SectionNumber, changes: Answers = {}) {
  if (section === 2) {
    await page.fill('[name="directors[0].name"]', answers[2].directors[0]?.name ?? '')
    await page.fill('[name="directors[0].position"]', answers[2].directors[0]?.position ?? '')
    return
  }
  const given: Answers = { ...answers[section], ...changes }
  for (const [name, value] of Object.entries(given)) {
    if (name === 'authSignature') continue
    if (Array.isArray(value))
      for (const word of value) await page.check(`[name="${name}"][value="${word}"]`)
    else if (name === 'accountType') await page.check(`[name="${name}"][value="${value}"]`)
    else if (typeof value === 'boolean')
      await page.check(`[name="${name}"][value="${value ? 'yes' : 'no'}"]`)
    else await page.fill(`[name="${name}"]`, String(value))
  }
}

/** Presses Next and waits for the section that follows. */
export async function next(page: Page, to: number) {
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator(`#section-title-${to}`).waitFor({ state: 'visible' })
}

/** Fills the first four sections and stands in the fifth. */
export async function fillToSigning(page: Page, changes: Answers = {}) {
  for (const section of [1, 2, 3, 4] as const) {
    await fillSection(page, section, section === 1 ? changes : {})
    await next(page, section + 1)
  }
}

/** Draws a zigzag on the pad with the mouse. */
export async function drawSignature(page: Page, pad = page.locator('canvas')) {
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('The pad is not to be seen')
  await page.mouse.move(box.x + 20, box.y + 70)
  await page.mouse.down()
  for (let step = 1; step <= 12; step++)
    await page.mouse.move(box.x + 20 + step * 20, box.y + (step % 2 ? 25 : 75), { steps: 3 })
  await page.mouse.up()
}

/** The form has woken: its scripts answer. */
export const awake = (page: Page) => page.locator('form[data-awake]').waitFor()

/** Presses Submit Application and waits for the success page. */
export async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.waitForURL('**/success?id=*')
}
