import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { type Engine, resting, type Tab } from './tab.ts'

/** Chromium by its own protocol, or Firefox by WebDriver BiDi; one process, and a context of its own for each journey. */
export function puppeteerEngine(
  name: string,
  browser: 'chrome' | 'firefox',
  executablePath: string,
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
  const run: Tab['run'] = (script, ...words) =>
    page.evaluate(script as (...given: unknown[]) => unknown, ...words) as never
  return {
    run,
    open: (path) => page.goto(site + path, { waitUntil: 'load' }),
    click: async (selector) => page.click((await resting({ run }, selector)).target),
    async type(selector, text) {
      await page.focus((await resting({ run }, selector)).target)
      await page.keyboard.press('End')
      await page.keyboard.type(text)
    },
    async draw(selector, points) {
      const { x: left, y: top } = await resting({ run }, selector)
      const [[x, y] = [0, 0], ...rest] = points
      await page.mouse.move(left + x, top + y)
      await page.mouse.down()
      for (const [x, y] of rest) await page.mouse.move(left + x, top + y, { steps: 3 })
      await page.mouse.up()
    },
  }
}
