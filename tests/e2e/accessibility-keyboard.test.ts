import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { answers, type SectionNumber } from '../support/app/application-answers.ts'
import { awake } from '../support/browser/e2e-browser.ts'
import { customerOf } from '../support/browser/e2e-client.ts'
import { documentIsReady, newAddress } from '../support/browser/e2e-registration.ts'
import { commonSite } from '../support/browser/e2e-site.ts'
import { passwordLink } from '../support/calls.ts'

const site = commonSite()
const customer = customerOf(site)

test('lets an applicant get from the landing page to the signed document with the keyboard alone', async () => {
  const { page, context } = await site.guest()
  await page.goto('/')
  await enter(page, 'Supplier/Client Registration Form')
  await page.waitForURL('**/client-form')
  await awake(page)
  for (const section of [1, 2, 3, 4] as const) {
    await typeAnswers(page, section, section === 1 ? { mainEmail: newAddress() } : {})
    await enter(page, 'Next')
    await page.locator(`#section-title-${section + 1}:focus`).waitFor()
  }
  await typeAnswers(page, 5)
  await tabTo(page, 'Draw')
  await page.keyboard.press('ArrowRight')
  await typeInto(page, 'Your full name', 'Keyboard Example')
  await typeInto(page, 'Your position', 'Managing director')
  await enter(page, 'Submit Application')
  await page.waitForURL('**/success?id=*')
  await documentIsReady(page)
  const opened = context.waitForEvent('request', (sent) => sent.url().includes('/pdf'))
  await enter(page, 'View Application')
  const answer = await (await opened).response()
  expect(await answer?.headerValue('content-type')).toBe('application/pdf')
})

test('lets a client set a password, sign in, change the buyer and sign out with the keyboard alone', async () => {
  const { page } = await site.guest({}, /Clear-Site-Data/)
  const { keyboard } = page
  await page.goto(`/client/set-password?token=${passwordLink(site.server, customer.email)}`)
  for (const field of ['New password', 'Confirm new password'])
    await typeInto(page, field, 'seven grey paper boats')
  await keyboard.press('Enter')
  await page.waitForURL('**/client-login')
  await typeInto(page, 'Email', customer.email)
  await typeInto(page, 'Password', 'seven grey paper boats')
  await keyboard.press('Enter')
  await page.waitForURL('**/client-portal')
  await page.getByRole('tab', { name: 'Business' }).waitFor()
  await tabTo(page, 'Business')
  for (let tab = 0; tab < 3; tab += 1) await keyboard.press('ArrowRight')
  await enter(page, 'Edit')
  await page.locator('[data-name=Portal][data-awake=true]').waitFor()
  await tabTo(page, 'Buyer name')
  await keyboard.press('Control+A')
  await keyboard.type('Keyboard Example')
  await keyboard.press('Enter')
  await page.locator('.record', { hasText: 'Keyboard Example' }).waitFor()
  await expect.poll(() => focused(page)).toBe('Buyer')
  await enter(page, 'Logout', 'Shift+Tab')
  await page.waitForURL('**/client-login')
})

/** Presses Tab, or another key, until the control of that name has the focus; fails after a hundred. */
async function tabTo(page: Page, name: string, key = 'Tab', begins = false) {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press(key)
    const at = await focused(page)
    if (at === name || (begins && at.startsWith(name))) return
  }
  throw new Error(`${key} never comes to ${name}`)
}

/** Goes to a control by Tab, or another key, and presses Enter. */
async function enter(page: Page, name: string, key = 'Tab') {
  await tabTo(page, name, key)
  await page.keyboard.press('Enter')
}

async function typeInto(page: Page, name: string, words: string) {
  await tabTo(page, name)
  await type(page, words)
}

/** Presses the first key; the other letters come at once, as from an input method, which is faster by far. */
async function type({ keyboard }: Page, words: string) {
  await keyboard.type(words.slice(0, 1))
  await keyboard.insertText(words.slice(1))
}

/** What stands on or over the control that has the focus. */
const focused = (page: Page) =>
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
async function typeAnswers(page: Page, section: SectionNumber, changes: object = {}) {
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
