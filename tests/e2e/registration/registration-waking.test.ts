import type { Page } from 'playwright'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers } from '../../support/app/application-answers.ts'
import { holdScripts, type Visitor } from '../../support/browser/e2e-browser.ts'
import { applicationsOf } from '../../support/browser/e2e-database.ts'
import { autofill, awake, fillSection, newAddress } from '../../support/browser/e2e-registration.ts'
import { commonSite, regular } from '../../support/browser/e2e-site.ts'

const site = commonSite()

describe('while its scripts are on their way, the form', () => {
  const visit = regular(site)
  let page: Page
  let arrive: () => void

  beforeEach(async () => {
    page = visit.page
    arrive = await holdScripts(page)
    await page.goto('/client-form', { waitUntil: 'commit' })
    await page.locator('footer').waitFor()
  })

  test('opens sections by their links, and wakes in the one that is open with all that was typed', async () => {
    await page.fill('[name=businessName]', 'Early Example Ltd')
    await page.locator('.step[href="#section-3"]').click()
    await page.locator('#section-3').waitFor()
    expect(await page.locator('#section-1').isVisible()).toBe(false)
    await page.fill('[name=invoiceAddress]', 'Typed Before 1')
    expect(await page.locator('form[data-awake]').count()).toBe(0)
    arrive()
    await awake(page)
    expect(await page.locator('#step-3').getAttribute('aria-selected')).toBe('true')
    expect(await page.inputValue('[name=invoiceAddress]')).toBe('Typed Before 1')
    await page.locator('#step-1').click()
    expect(await page.inputValue('[name=businessName]')).toBe('Early Example Ltd')
  })

  test('saves a section by a plain post of Next, and adds a director by another', async () => {
    const mainEmail = newAddress()
    await autofill(page, 1, { mainEmail })
    await page.getByRole('button', { name: 'Next' }).click({ noWaitAfter: true })
    await page.waitForURL('**/client-form?section=2', { waitUntil: 'commit' })
    expect(applicationsOf(site.server, mainEmail)).toHaveLength(1)
    await fillSection(page, 2)
    await page.getByRole('button', { name: 'Add Director' }).click({ noWaitAfter: true })
    await page.locator('[name="directors[1].name"]').waitFor()
    expect(await page.locator('form[data-awake]').count()).toBe(0)
    arrive()
    await awake(page)
    expect(await page.inputValue('[name="directors[0].name"]')).toBe(answers[2].directors[0]?.name)
  })
})

test('the landing page loads no script, the form its own, and the pad’s comes when its section opens', async () => {
  const visit = await site.guest()
  const { page } = visit
  const fetched = await fetchedScripts(visit)
  await page.goto('/')
  expect(fetched).toEqual([])
  await page.getByRole('link', { name: 'Supplier/Client Registration Form' }).click()
  await awake(page)
  expect(fetched.splice(0)).toHaveLength(7)
  await page.locator('#step-5').click()
  await expect.poll(() => fetched.join()).toMatch(/^\/assets\/pad-[^,]*$/)
})

/** Paths of the scripts that come over the network from now on, not out of the browser's cache. */
async function fetchedScripts({ context, page }: Visitor): Promise<string[]> {
  const fetched: string[] = []
  const kept = new Set<string>()
  const session = await context.newCDPSession(page)
  session.on('Network.requestServedFromCache', ({ requestId }) => kept.add(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url)
    const cached = response.fromDiskCache || response.fromPrefetchCache || kept.has(requestId)
    if (pathname.endsWith('.js') && !cached) fetched.push(pathname)
  })
  await session.send('Network.enable')
  return fetched
}
