import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreedTexts } from '../support/agreed-texts.ts'
import type { Scene } from '../support/screens/scene.ts'
import { scenes } from '../support/screens/screens.ts'
import {
  faultsOfBorders,
  faultsOfReach,
  faultsOfTargets,
  scrollsSideways,
} from '../support/screens/screens-measure.ts'
import { messages } from '../support/screens/screens-messages.ts'
import { screensSite } from '../support/screens/screens-site.ts'
import { states } from '../support/screens/screens-states.ts'
import { expectAgreedTexts } from '../support/screens/screens-texts.ts'

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

const who = {
  nobody: 'nobody in particular',
  admin: 'an administrator',
  ...{ submitted: 'a client', approved: 'a client', rejected: 'a client', asked: 'a client' },
}

const everyRule: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
}

/** What axe measures by colours and places. Its other rules ask only which elements are there, and how they are named. */
const rulesOfLooks: axe.RunOnly = {
  type: 'rule',
  values: [
    'color-contrast',
    'label-content-name-mismatch',
    'link-in-text-block',
    'scrollable-region-focusable',
    'skip-link',
    'target-size',
  ],
}

const stills = [...scenes, ...states]
const laneOf = ({ app, as = 'nobody' }: Scene) => app ?? who[as]
/** Scenes of one server and one kind of person, by its name. */
const lanes = [...new Set([...stills, ...messages].map(laneOf))].map((name) => ({
  name,
  shown: stills.filter((scene) => laneOf(scene) === name),
  passing: messages.filter((scene) => laneOf(scene) === name),
}))

// each lane in one page, which costs half of a page for each scene; the lanes side by side
describe.concurrent.each(lanes)('$name', ({ shown, passing }) => {
  let lane: ReturnType<typeof site.lane>
  beforeAll(() => {
    lane = site.lane()
  })
  afterAll(() => lane.close())

  test.each(shown)(
    '$name shows the agreed texts, is valid, without a fault for axe, and fits, light at 1280 and dark at 320',
    { concurrent: false },
    async (scene) => {
      const { page, html, path } = await lane.enter(scene)
      await expectAgreedTexts(page, scene.name)
      const served = `${scene.app} ${scene.as} ${path}`
      const faults = validated.has(served) ? [] : await faultsOfHtml(html)
      validated.add(served)
      faults.push(...(await faultsOfHtml(await page.content())))
      await page.evaluate(axeSource)
      let before = ''
      for (const { width, colorScheme } of looks) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        const { moves, content } = await page.evaluate(stateOfLook)
        if (moves) faults.push('moves although less motion is wanted')
        for (const fault of await faultsOfAxe(page, content === before ? rulesOfLooks : everyRule))
          faults.push(`${width} ${colorScheme}: ${fault}`)
        before = content
        faults.push(...(await page.evaluate(faultsOfTargets)))
        if (await page.evaluate(scrollsSideways)) faults.push(`scrolls sideways at ${width}`)
      }
      // 1280 by 1024 at 400 %
      await page.setViewportSize({ width: 320, height: 256 })
      faults.push(...(await page.evaluate(faultsOfReach)))
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
      faults.push(...(await page.evaluate(faultsOfBorders)))
      expect([...new Set(faults)]).toEqual([])
      await lane.leave(scene.complains)
    },
  )

  test.for(passing)(
    '$name shows the agreed texts, word for word',
    { concurrent: false },
    async (message) => {
      const { page } = await lane.enter(message)
      expect(agreedTexts[message.name]).toBeDefined()
      await expectAgreedTexts(page, message.name)
      await lane.leave(/^error: Failed to load resource/)
    },
  )
})

async function faultsOfHtml(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  )
}

/** Axe must have been added to the page. */
async function faultsOfAxe(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  const { violations } = await page.evaluate((only) => {
    const { axe: added } = window as unknown as { axe: typeof axe }
    return added.run({
      runOnly: only,
      resultTypes: ['violations'],
      iframes: false,
      preload: false,
    })
  }, runOnly)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target}`))
}

/** Runs in the page: whether anything moves, and what is there, and which of it can be seen. */
const stateOfLook = () => ({
  moves: document.getAnimations().length > 0,
  content:
    [...document.querySelectorAll('body *')]
      .map((each) => Number(each.checkVisibility({ visibilityProperty: true })))
      .join('') + document.body.innerHTML,
})
