import type { Browser, Page } from 'playwright'

/** What a visitor on a slow telephone sees, in ms from the start of the navigation. */
export type Visit = { paint: number; tab: number; awake: number }

/** Slow 4G as Lighthouse has it for requests: milliseconds and bytes a second. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 1.44e6 / 8,
  uploadThroughput: 0.675e6 / 8,
}

/** Opens a page with nothing in the cache; returns its first paint. */
export async function landingPaint(browser: Browser, url: string): Promise<Visit> {
  const { page, leave } = await slowPage(browser)
  await page.goto(url)
  const paint = await paintOf(page)
  await leave()
  return { paint, tab: 0, awake: 0 }
}

/** Opens the form cold: first paint, the second tab's panel, and React's arrival. */
export async function coldForm(browser: Browser, url: string): Promise<Visit> {
  const { page, leave } = await slowPage(browser)
  await page.goto(`${url}/client-form`)
  const visit = await visitOf(page)
  await leave()
  return visit
}

/** Reads the landing page for some seconds and follows its link to the form. */
export async function formAfterLanding(
  browser: Browser,
  url: string,
  reads: number,
): Promise<Visit> {
  const { page, leave } = await slowPage(browser)
  await page.goto(url)
  await page.waitForTimeout(reads)
  await page.click('a[href="/client-form"]', { noWaitAfter: true })
  await page.waitForURL('**/client-form*')
  const visit = await visitOf(page)
  await leave()
  return visit
}

async function slowPage(browser: Browser) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    bypassCSP: false,
  })
  await context.addInitScript(watchTab)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4g)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { page, leave: () => context.close() }
}

async function visitOf(page: Page): Promise<Visit> {
  await page.waitForFunction(() => document.documentElement.dataset.tab, null, { polling: 50 })
  await page.locator('form[data-awake]').waitFor({ state: 'attached' })
  const { tab, awake } = await page.evaluate(() => ({ ...document.documentElement.dataset }))
  return { paint: await paintOf(page), tab: Number(tab), awake: Number(awake) }
}

const paintOf = (page: Page) =>
  page
    .waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      null,
      { polling: 50 },
    )
    .then((found) => found.jsonValue() as Promise<number>)

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
    if (!dataset.awake && document.querySelector('form[data-awake]'))
      dataset.awake = String(performance.now())
    if (dataset.tab && dataset.awake) clearInterval(every)
  }, 20)
}
