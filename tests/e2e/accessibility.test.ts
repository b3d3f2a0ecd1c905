import AxeBuilder from '@axe-core/playwright'
import { HtmlValidate } from 'html-validate'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../support/chromium.ts'
import { adminEnv } from '../support/e2e-admin.ts'
import { leave } from '../support/e2e-browser.ts'
import { type E2eServer, startServer } from '../support/e2e-server.ts'
import { scenes } from '../support/screens.ts'
import { furnish } from '../support/screens-house.ts'
import { faultsOfBorders, faultsOfTargets, scrollsSideways } from '../support/screens-measure.ts'
import { scenery } from '../support/screens-visit.ts'
import { expectSpecTexts } from '../support/screens-words.ts'

let browser: Browser
let server: E2eServer
let enter: ReturnType<typeof scenery>

beforeAll(async () => {
  server = await startServer(adminEnv)
  const house = await furnish(server)
  browser = await launchBrowser()
  enter = scenery({ browser, server, house })
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

describe.each(scenes)('$name', (scene) => {
  test('says what the specification says, is valid, without a fault for axe, and fits, light and dark, at 320 and 1280', async () => {
    const { html, ...visit } = await enter(scene, { reducedMotion: 'reduce' })
    const { page } = visit
    await expectSpecTexts(page, scene.name)
    const faults = [...(await faultsOfHtml(html)), ...(await faultsOfHtml(await page.content()))]
    for (const width of [1280, 320])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        if (await page.evaluate(() => document.getAnimations().length > 0))
          faults.push('moves although less motion is wanted')
        for (const fault of await faultsOfAxe(page, colorScheme))
          faults.push(`${width} ${colorScheme}: ${fault}`)
        if (colorScheme === 'light') faults.push(...(await page.evaluate(faultsOfTargets)))
        if (await page.evaluate(scrollsSideways)) faults.push(`scrolls sideways at ${width}`)
      }
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    faults.push(...(await page.evaluate(faultsOfBorders)))
    expect([...new Set(faults)]).toEqual([])
    await leave(visit)
  })
})

async function faultsOfHtml(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  )
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** Every rule by day; at night, which changes nothing but colours, those about colours. */
async function faultsOfAxe(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const asked = colorScheme === 'light' ? axe.withTags(tags) : axe.withRules(rulesOfColour)
  const { violations } = await asked.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target}`))
}
