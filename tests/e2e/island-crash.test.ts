import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser/chromium.ts'
import { FallingPage, SteadyPage, sampleIslands } from '../support/browser/SamplePage.tsx'
import { type SampleSite, serveSamplePage } from '../support/browser/sample-site.ts'

let browser: Browser
let page: Page
let said: string[]

beforeAll(async () => {
  browser = await sharedBrowser()
})

/** A fresh visitor; `said` is all that the console hears from now on. */
async function visit(origin: string, before?: (page: Page) => Promise<unknown>) {
  page = await browser.newPage()
  said = []
  // React's development build recommends its tools as an "info".
  page.on('console', (message) => message.type() !== 'info' && said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  await before?.(page)
  await page.goto(origin)
}

afterEach(() => page.close())

describe('a page whose islands work', () => {
  let site: SampleSite
  beforeAll(async () => {
    site = await serveSamplePage(SteadyPage, sampleIslands, 'development')
  })
  afterAll(() => site.close())

  test('wakes every island, and the console stays silent', async () => {
    await visit(site.origin)
    await islands('true').nth(1).waitFor()
    expect(await islands('true').count()).toBe(2)
    expect(said).toEqual([])
  })

  test('has the same ids in the browser as on the server, island by island', async () => {
    const served = [...site.html.matchAll(/<input id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(served).size).toBe(2)
    await visit(site.origin)
    for (const label of ['First', 'Second'])
      await page.getByRole('button', { name: `Tell the id of ${label}` }).click()
    expect(await page.locator('output').allTextContents()).toEqual(served)
    await page.getByLabel('Second').fill('Example Ltd')
    expect(await page.locator('input').nth(1).inputValue()).toBe('Example Ltd')
    expect(said).toEqual([])
  })

  test('shows its forms even when the chunk of the islands never arrives', async () => {
    await visit(site.origin, (fresh) =>
      fresh.route(/Steady-.*\.js/, (request) => request.abort('connectionfailed')),
    )
    await expect.poll(() => said.join()).toContain('The island Steady could not be loaded')
    await page.getByLabel('First').fill('Example Ltd')
    expect(await page.locator('island-root').first().getAttribute('data-awake')).toBeNull()
  })
})

describe('an island that crashes', () => {
  let site: SampleSite
  beforeAll(async () => {
    site = await serveSamplePage(FallingPage, sampleIslands, 'production')
  })
  afterAll(() => site.close())

  test("leaves the server's HTML, word for word, and says so in the console", async () => {
    await visit(site.origin)
    await islands('crashed').waitFor()
    const [left, served] = await page.evaluate((html) => {
      const sent = new DOMParser().parseFromString(html, 'text/html')
      return [document, sent].map((one) => one.querySelector('[data-name=Falling]')?.innerHTML)
    }, site.html)
    expect(served).toContain('<form')
    expect(left).toBe(served)
    expect(said.join()).toContain('The island Falling stopped')
  })

  test('is still a plain form that can be filled in and sent', async () => {
    await visit(site.origin)
    await islands('crashed').waitFor()
    await page.getByLabel('Name').fill('Ann Example')
    await page.getByRole('button', { name: 'Send the plain form' }).click()
    await page.waitForURL('**/sent')
    expect(site.posted).toEqual(['name=Ann+Example'])
  })

  test('does not take its neighbour along', async () => {
    await visit(site.origin)
    await islands('crashed').waitFor()
    await islands('true').waitFor()
    await page.getByRole('button', { name: 'Tell the id of Neighbour' }).click()
    expect(await page.locator('output').count()).toBe(1)
  })
})

const islands = (state: 'true' | 'crashed') => page.locator(`island-root[data-awake=${state}]`)
