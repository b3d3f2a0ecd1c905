import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { expect } from 'vitest'

/** A person at a browser: a context of its own, and all that went wrong in its pages. */
export type Visitor = { context: BrowserContext; page: Page; complaints: string[] }

/**
 * Opens a browser for one person. Every error and warning of its console is a complaint, breaches of the content policy
 * and faults of hydration among them, and every error that a page leaves uncaught. Chromium's tips are none: they differ
 * from build to build.
 */
export async function visitor(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  // animations cost a fifth of what a page does, and no script waits for one
  const still = { reducedMotion: 'reduce' } as const
  const context = await browser.newContext({ baseURL, locale: 'en-GB', ...still, ...options })
  const complaints: string[] = []
  context.on('console', (message) => {
    const [type, text] = [message.type(), message.text()]
    if (!complaintTypes.includes(type) || refusedCall.test(text)) return
    complaints.push(`${type}: ${text}`)
  })
  context.on('weberror', (error) => {
    const { message } = error.error()
    // Chromium's own, when a page is left before the transition to it began; no script of ours is in it.
    if (!message.includes('ViewTransition opt-in disabled'))
      complaints.push(`page error: ${message}`)
  })
  const page = await context.newPage()
  if (options.javaScriptEnabled !== false) waitForIslands(page)
  return { context, page, complaints }
}

/**
 * Makes `goto` wait until the islands of the page have woken, because a form that is sent before posts plainly. A test
 * about that moment passes `waitUntil`.
 */
function waitForIslands(page: Page) {
  const { goto } = page
  page.goto = async (url, options) => {
    const answer = await goto.call(page, url, options)
    if (!options?.waitUntil) await awake(page)
    return answer
  }
}

/** Waits until every island of the page has woken, or has crashed. */
export async function awake(page: Page) {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('island-root')].every((island) =>
      ['true', 'crashed'].includes((island as HTMLElement).dataset.awake ?? ''),
    ),
  )
}

/** Holds back every script of a page; returns what lets them through. */
export async function holdScripts(page: Page): Promise<() => void> {
  let arrive = () => {}
  const arrived = new Promise<void>((done) => {
    arrive = done
  })
  await page.route('**/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  return arrive
}

export const nothing = /^$/

/** Ends the visit; fails when anything was complained of. */
export const leave = (visitor: Visitor) => leaveBut(visitor, nothing)

/** Ends the visit; lines of the browser's own that match `expected` are no complaints. */
export async function leaveBut(visitor: Visitor, expected: RegExp) {
  await visitor.context.close()
  expectNoComplaints(visitor, expected)
}

/** Forgets the complaints so far; fails when one of them does not match `expected`. */
export function expectNoComplaints({ complaints }: Visitor, expected: RegExp) {
  expect(complaints.splice(0).filter((line) => !expected.test(line))).toEqual([])
}

/** Leaves the visitor's page for one that is still warm, in a browser that has kept nothing. */
export async function forgetEverything({ page, context }: Visitor) {
  await context.setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of context.pages()) if (other !== page) await other.close()
  // a page of the site without scripts, which could keep something again
  await page.goto('/api/health')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
}

const complaintTypes = ['error', 'warning', 'assert']

/** Chromium logs every answer from 400 to 499 as an error. */
const refusedCall = /^Failed to load resource: the server responded with a status of 4\d\d/
