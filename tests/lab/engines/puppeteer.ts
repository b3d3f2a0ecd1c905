import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { type BrowserSettings, type Engine, resting, type Tab } from './tab.ts'

/**
 * Chromium by its own protocol, or Firefox by WebDriver BiDi; a process for each of its settings, and a context of its own for
 * each journey.
 */
export function puppeteerEngine(
  name: string,
  browser: 'chrome' | 'firefox',
  executablePath: string,
): Engine {
  const launched = new Map<string, Promise<Browser>>()

  function launch({ hasScripts, isStrict }: BrowserSettings): Promise<Browser> {
    const extraPrefsFirefox = {
      'privacy.resistFingerprinting': isStrict,
      'javascript.enabled': hasScripts,
    }
    const key = JSON.stringify(extraPrefsFirefox)
    const running =
      launched.get(key) ??
      puppeteer.launch({
        browser,
        executablePath,
        headless: true,
        args: browser === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--lang=en-GB'] : [],
        extraPrefsFirefox,
        defaultViewport: { width: 1280, height: 900 },
      })
    launched.set(key, running)
    return running
  }

  return {
    name,
    async start(site, settings) {
      const context = await (await launch(settings)).createBrowserContext()
      const page = await context.newPage()
      // Firefox has a preference for it
      if (browser === 'chrome') await page.setJavaScriptEnabled(settings.hasScripts)
      return { tab: tabOf(page, site, settings), close: () => context.close() }
    },
    async stop() {
      for (const running of launched.values()) await (await running).close()
      launched.clear()
    },
  }
}

function tabOf(page: Page, site: string, { hasScripts }: BrowserSettings): Tab {
  const run: Tab['run'] = (script, ...words) =>
    page.evaluate(script as (...given: unknown[]) => unknown, ...words) as never
  return {
    hasScripts,
    run,
    open: (path) => page.goto(site + path, { waitUntil: 'load' }),
    // without scripts Firefox never ends the package's own click
    async click(selector) {
      const { middle } = await resting({ run }, selector)
      await page.mouse.click(...middle)
    },
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
