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

/** Starts the browser of this machine; without its sandbox, for the tests also run where none is to be had. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium: set CHROMIUM_PATH to one')
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}
