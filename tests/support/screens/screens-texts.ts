import type { Page } from 'playwright'
import { expect } from 'vitest'
import { agreedTexts } from '../agreed-texts.ts'

/** Waits until the page shows every agreed text of this scene or happening. */
export async function expectAgreedTexts(page: Page, name: string) {
  const texts = agreedTexts[name]
  if (!texts) return
  const all = page.waitForFunction(showsAll, texts, { timeout: 5000 })
  if (await all.catch(() => null)) return
  const words = (await page.evaluate(() => document.body.innerText)).replace(/\s+/g, ' ')
  expect(texts.filter((text) => !words.includes(text))).toEqual([])
}

/** Runs in the page: whether all of these can be read, with single spaces. */
function showsAll(texts: string[]) {
  const words = document.body.innerText.replace(/\s+/g, ' ')
  return texts.every((text) => words.includes(text))
}
