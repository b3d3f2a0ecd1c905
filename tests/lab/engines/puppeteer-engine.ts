import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { type Engine, found, resting, type Tab } from './tab.ts'

/** Chromium by its own protocol, or Firefox by WebDriver BiDi; one process, and a context of its own for each journey. */
export function puppeteerEngine(
  name: string,
  browser: 'chrome' | 'firefox',
  executablePath: string,
  version: string,
): Engine {
  const launched = new Map<boolean, Promise<Browser>>()

  function launch(strict: boolean): Promise<Browser> {
    const running =
      launched.get(strict) ??
      puppeteer.launch({
        browser,
        executablePath,
        headless: true,
        args: browser === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--lang=en-GB'] : [],
        extraPrefsFirefox: { 'privacy.resistFingerprinting': strict },
        defaultViewport: { width: 1280, height: 900 },
      })
    launched.set(strict, running)
    return running
  }

  return {
    name,
    version,
    async start(site, strict = false) {
      const context = await (await launch(strict)).createBrowserContext()
      return { tab: tabOf(await context.newPage(), site), close: () => context.close() }
    },
    async stop() {
      for (const running of launched.values()) await (await running).close()
      launched.clear()
    },
  }
}

function tabOf(page: Page, site: string): Tab {
  const run: Tab['run'] = async (script, ...words) =>
    (await page.evaluate(script as (...given: unknown[]) => unknown, ...words)) as ReturnType<
      typeof script
    >
  return {
    run,
    async open(path) {
      await page.goto(site + path, { waitUntil: 'load' })
    },
    async reload() {
      await page.reload({ waitUntil: 'load' })
    },
    async click(selector) {
      await page.click(await resting({ run }, selector))
    },
    async type(selector, text) {
      await page.focus(await found({ run }, selector))
      await page.keyboard.press('End')
      await page.keyboard.type(text)
    },
    async draw(selector, points) {
      const element = await page.$(await resting({ run }, selector))
      const box = await element?.boundingBox()
      if (!box) throw new Error(`${selector} has no place`)
      const [start, ...rest] = points.map(([x, y]) => [box.x + x, box.y + y] as const)
      await page.mouse.move(...(start ?? [0, 0]))
      await page.mouse.down()
      for (const point of rest) await page.mouse.move(...point, { steps: 3 })
      await page.mouse.up()
    },
    size: (width, height) => page.setViewport({ width, height }),
    picture: async () => Buffer.from(await page.screenshot()),
  }
}
