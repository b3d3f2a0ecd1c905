import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { scenes } from '../support/screens/screens.ts'
import { screensSite } from '../support/screens/screens-site.ts'
import { states } from '../support/screens/screens-states.ts'

// `npm run screens`: every scene at three widths, light and dark, into dist/screens, on the demo's data; and the six
// pictures of docs/screens. SCENES=detail,portal takes those whose names begin so.

const folder = 'dist/screens'
const wanted = process.env.SCENES?.split(',')
const taken = [...scenes, ...states].filter(
  ({ name }) => wanted?.some((word) => name.startsWith(word)) ?? true,
)
const widths = process.env.WIDTHS?.split(',').map(Number) ?? [320, 768, 1280]

const site = screensSite('dist/demo.js')
beforeAll(() => {
  mkdirSync(folder, { recursive: true })
})

describe.each(taken)('$name', (scene) => {
  test('is pictured at three widths, light and dark', async () => {
    const { context, page } = await site.enter(scene)
    for (const width of widths)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await settled(page)
        await page.screenshot({
          path: `${folder}/${scene.name}-${width}-${colorScheme}.png`,
          fullPage: !(await page.locator('dialog:modal').count()),
        })
      }
    await context.close()
  })
})

/** The pictures of the documentation, in light. */
const documented = {
  landing: 'landing',
  form: 'form',
  signature: 'form-signing',
  portal: 'portal-approved',
  dashboard: 'dashboard',
  detail: 'detail',
}

test.each(wanted ? [] : Object.entries(documented))(
  'the documentation shows %s in at most 64 KB',
  async (name, sceneName) => {
    const scene = scenes.find((each) => each.name === sceneName)
    if (!scene) throw new Error(`There is no scene ${sceneName}`)
    const { context, page } = await site.enter(scene, {
      viewport: { width: 1100, height: 780 },
      deviceScaleFactor: 0.7,
      reducedMotion: 'reduce',
    })
    await settled(page)
    if (name === 'signature') await page.locator('.signature').scrollIntoViewIfNeeded()
    const picture = await page.screenshot()
    expect(picture.length).toBeLessThanOrEqual(64 * 1024)
    mkdirSync('docs/screens', { recursive: true })
    writeFileSync(`docs/screens/${name}.png`, picture)
    await context.close()
  },
)

/** Colours have changed over and the session is no longer in doubt. */
async function settled(page: Page) {
  await page.locator('#checking:not(:empty)').waitFor({ state: 'detached' })
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
  )
}
