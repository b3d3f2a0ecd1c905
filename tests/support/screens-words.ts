import type { Page } from 'playwright'
import { expect } from 'vitest'
import { specTexts } from './spec-texts.ts'

/** Waits until the page shows every text that the specification has for this scene or happening. */
export async function expectSpecTexts(page: Page, name: string) {
  for (const text of specTexts[name] ?? [])
    await expect.poll(() => wordsOf(page), { timeout: 5000 }).toContain(text)
}

/** All that can be seen, with single spaces. */
const wordsOf = async (page: Page) =>
  (await page.evaluate(() => document.body.innerText)).replace(/\s+/g, ' ')
