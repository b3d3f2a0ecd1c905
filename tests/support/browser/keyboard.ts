import type { Page } from 'playwright'
import { answers, type SectionNumber } from '../app/application-answers.ts'

/** Presses Tab, or another key, until the control of that name has the focus; fails after a hundred. */
export async function tabTo(page: Page, name: string, key = 'Tab', begins = false) {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press(key)
    const at = await focused(page)
    if (at === name || (begins && at.startsWith(name))) return
  }
  throw new Error(`${key} never comes to ${name}`)
}

/** Goes to a control by Tab, or another key, and presses Enter. */
export async function enter(page: Page, name: string, key = 'Tab') {
  await tabTo(page, name, key)
  await page.keyboard.press('Enter')
}

export async function typeInto(page: Page, name: string, words: string) {
  await tabTo(page, name)
  await type(page, words)
}

/** Presses the first key; the other letters come at once, as from an input method, which is faster by far. */
async function type({ keyboard }: Page, words: string) {
  await keyboard.type(words.slice(0, 1))
  await keyboard.insertText(words.slice(1))
}

/** What stands on or over the control that has the focus. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    const label =
      (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement) &&
      activeElement.labels?.[0]
    return ((label || activeElement) as HTMLElement | null)?.innerText?.trim() ?? ''
  })

/**
 * Goes through a section of the form by Tab and types the made-up company's answers; of the directors the first. The
 * signature, and what stands filled in already, is left.
 */
export async function typeAnswers(page: Page, section: SectionNumber, changes: object = {}) {
  const [director] = answers[2].directors
  const given: Record<string, unknown> =
    section === 2
      ? { 'directors[0].name': director?.name, 'directors[0].position': director?.position }
      : { ...answers[section], ...changes }
  const left = new Set(Object.keys(given).filter((name) => !leftAlone.includes(name)))
  for (let presses = 0; left.size > 0; presses += 1) {
    if (presses > 100) throw new Error(`Tab never comes to ${[...left].join(', ')}`)
    await page.keyboard.press('Tab')
    const { name, value } = await control(page)
    const answer = given[name]
    if (!left.has(name)) continue
    if (Array.isArray(answer)) {
      if (answer.includes(value)) await page.keyboard.press('Space')
      if (value === answer.at(-1)) left.delete(name)
      continue
    }
    left.delete(name)
    if (answer === true) await page.keyboard.press('Space')
    // day and month are alike, so it does not matter which the browser asks for first
    else if (name === 'dateIncorporation') await page.keyboard.type('03032009')
    else await type(page, String(answer))
  }
}

const leftAlone = ['accountType', 'authSignature', 'signerName', 'position', 'agreementDate']

const control = (page: Page) =>
  page.evaluate(() => {
    const { name = '', value = '' } = document.activeElement as HTMLInputElement
    return { name, value }
  })
