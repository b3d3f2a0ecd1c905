import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

/** The Chromium to drive: the one that CHROMIUM_PATH names, Playwright's own, or the system's; `null` without any. */
export function findChromium(): string | null {
  const places = [
    process.env.CHROMIUM_PATH,
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  return places.find((place) => place && existsSync(place)) ?? null
}

/** What the tests drive: Chromium's headless shell, which opens a page at half the cost, or else Chromium itself. */
export function findTestBrowser(): string | null {
  const shell = '/usr/bin/chromium-headless-shell'
  return !process.env.CHROMIUM_PATH && existsSync(shell) ? shell : findChromium()
}

let shared: Promise<Browser> | undefined

/** The browser of this worker, started by the first file that needs one; it ends with the worker. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

/** Starts the browser of this machine; without its sandbox, for the tests also run where none is to be had. */
export function launchBrowser(executablePath = findTestBrowser()): Promise<Browser> {
  if (!executablePath) throw new Error('There is no Chromium: set CHROMIUM_PATH to one')
  // Playwright has a headless shell beside its Chromium, and takes it when no path is given
  const own = executablePath === chromium.executablePath()
  return chromium.launch({
    ...(!own && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      // a page asks for a browsing context group of its own, so that its first visit would start a second process
      '--renderer-process-limit=1',
      `--disable-features=${[...addressBar, ...offForPlaywright].join(',')}`,
    ],
  })
}

/** The address bar's suggestions and a process in reserve: they take half of what it costs to open a page. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

/** What Playwright itself turns off; said again, because Chromium goes by the last such switch alone. */
const offForPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
