import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { expectAgreedTexts } from '../support/agreed-texts.ts'
import { scenes } from '../support/screens/screens.ts'
import {
  faultsOfBorders,
  faultsOfReach,
  faultsOfTargets,
  scrollsSideways,
} from '../support/screens/screens-measure.ts'
import { screensSite } from '../support/screens/screens-site.ts'

const site = screensSite()

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
/** Without `root` it looks for other settings at every page, which takes half of its time. */
const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

/** Pages whose HTML was validated as it was served: many scenes begin with the same one. */
const validated = new Set<string>()

/** Each width and each scheme once: what depends on both is not known. */
const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
] as const

test.each(scenes)(
  'shows the agreed texts of $name as valid HTML, without faults for axe, light at 1280 and dark at 320 pixels',
  async (scene) => {
    const { page, html, path, leave } = await site.enter(scene)
    await expectAgreedTexts(page, scene.name)
    const served = `${scene.as} ${path}`
    const faults = validated.has(served) ? [] : await faultsOfHtml(html)
    validated.add(served)
    faults.push(...(await faultsOfHtml(await page.content())))
    await addAxe(page)
    for (const { width, colorScheme } of looks) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      if (await page.evaluate(() => document.getAnimations().length > 0))
        faults.push('moves although less motion is wanted')
      for (const fault of await faultsOfAxe(page, width))
        faults.push(`${width} ${colorScheme}: ${fault}`)
      faults.push(...(await page.evaluate(faultsOfTargets)))
      if (await page.evaluate(scrollsSideways)) faults.push(`scrolls sideways at ${width}`)
    }
    // 1280 by 1024 at 400 %
    await page.setViewportSize({ width: 320, height: 256 })
    faults.push(...(await page.evaluate(faultsOfReach)))
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    faults.push(...(await page.evaluate(faultsOfBorders)))
    expect([...new Set(faults)]).toEqual([])
    leave()
  },
)

/** As a script of the browser's own, which keeps what it has compiled; what the page evaluates is compiled each time. */
async function addAxe(page: Page) {
  const session = await page.context().newCDPSession(page)
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: axeSource })
  if (exceptionDetails) throw new Error(exceptionDetails.text)
  await session.detach()
}

async function faultsOfHtml(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  )
}

/**
 * Axe must have been added to the page. All its rules on a wide page, and on a narrow one those that width and scheme
 * change; how large a target is we measure at both. Of a page under a dialog only the dialog: it has a scene without.
 */
async function faultsOfAxe(page: Page, width: number): Promise<string[]> {
  const { violations } = await page.evaluate((isWide) => {
    const { axe: added } = window as unknown as { axe: typeof axe }
    const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
    return added.run(document.querySelector('dialog:modal') ?? document, {
      runOnly: isWide
        ? { type: 'tag', values: [...wcag, 'best-practice'] }
        : ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'],
      resultTypes: ['violations'],
      iframes: false,
      preload: false,
    })
  }, width > 320)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target}`))
}
