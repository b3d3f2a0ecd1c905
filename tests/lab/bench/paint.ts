import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, devices } from 'playwright'
import { findChromium, launchBrowser } from '../../support/browser/chromium.ts'
import { inTurn, type Measure, median } from './measures.ts'
import { serve } from './servers.ts'

/** Slow 4G as Lighthouse has it for requests: milliseconds and bytes a second. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 1.44e6 / 8,
  uploadThroughput: 0.675e6 / 8,
}

/** What a visitor on slow 4G and a processor four times slower sees, in ms from the start of the navigation. */
export async function measurePaint(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-paint-'))
  const server = await serve(folder, { core: 'all' })
  const browser = await launchBrowser(findChromium())
  const visits = await inTurn({
    landing: () => visit(browser, server.url, ['/']),
    cold: () => visit(browser, server.url, ['/client-form']),
    after: () => visit(browser, server.url, ['/', '/client-form']),
  })
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true })
  const row = (what: string, of: (visit: (typeof visits)[number]) => number): Measure => ({
    what,
    value: median(visits.map(of)),
    unit: 'ms',
  })
  return [
    row('landing page, first paint, slow 4G, processor 4x slower', ({ landing }) => landing.paint),
    row('form, first paint', ({ cold }) => cold.paint),
    row('form, a tab works, cold', ({ cold }) => cold.tab),
    row('form, React awake, cold', ({ cold }) => cold.awake),
    row('form after the landing page, a tab works', ({ after }) => after.tab),
    row('form after the landing page, React awake', ({ after }) => after.awake),
  ]
}

/** Opens a page with nothing in the cache, and follows its link to the second after four seconds of reading. */
async function visit(browser: Browser, url: string, [first, second]: string[]) {
  const context = await browser.newContext(devices['Moto G4'])
  await context.addInitScript(watchTab)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4g)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url + first)
  if (second) {
    await page.waitForTimeout(4000)
    await page.click(`a[href="${second}"]`, { noWaitAfter: true })
    await page.waitForURL(`**${second}*`)
  }
  if (first !== '/' || second)
    await page.waitForFunction(() => document.documentElement.dataset.awake, null, { polling: 50 })
  const paint = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    null,
    { polling: 50 },
  )
  const { tab, awake } = await page.evaluate(() => ({ ...document.documentElement.dataset }))
  const seen = { paint: Number(await paint.jsonValue()), tab: Number(tab), awake: Number(awake) }
  await context.close()
  return seen
}

/** Runs in the page: every 20 ms a click on the second tab, until its panel is really seen; then when React woke. */
function watchTab() {
  const every = setInterval(() => {
    const { dataset } = document.documentElement
    if (!dataset.tab) {
      document.getElementById('step-2')?.click()
      // without its styles a page shows every panel: the first must have gone
      const [first, second] = [1, 2].map((at) => document.getElementById(`section-title-${at}`))
      if (second?.checkVisibility() && !first?.checkVisibility())
        dataset.tab = String(performance.now())
    }
    if (dataset.tab && !dataset.awake && document.querySelector('form[data-awake]')) {
      dataset.awake = String(performance.now())
      clearInterval(every)
    }
  }, 20)
}
