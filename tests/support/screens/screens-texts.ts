import type { Page } from 'playwright'
import { expect } from 'vitest'
import { agreedTexts } from '../agreed-texts.ts'

/** Waits until the page shows every agreed text of this scene or happening. */
export async function expectAgreedTexts(page: Page, name: string) {
  for (const text of agreedTexts[name] ?? [])
    await expect.poll(() => wordsOf(page), { timeout: 5000 }).toContain(text)
}

/** All that can be seen, with single spaces. */
const wordsOf = async (page: Page) =>
  (await page.evaluate(() => document.body.innerText)).replace(/\s+/g, ' ')
