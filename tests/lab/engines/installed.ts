import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { findChromium } from '../../support/browser/chromium.ts'
import { puppeteerEngine } from './puppeteer-engine.ts'
import type { Engine } from './tab.ts'
import { webkitEngine } from './webdriver-engine.ts'

const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))
const webkit = {
  driver: '/usr/bin/WebKitWebDriver',
  browser: globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').sort().at(-1) ?? '',
  screen: '/usr/bin/Xvfb',
}

/** The browsers that the journeys run in; those that this machine does not have are `null`. */
export function engines(): Record<'Chromium' | 'Firefox' | 'WebKitGTK', Engine | null> {
  const chromium = findChromium()
  return {
    Chromium:
      (chromium && puppeteerEngine('Chromium', 'chrome', chromium, versionOf(chromium))) || null,
    Firefox: firefox ? puppeteerEngine('Firefox', 'firefox', firefox, versionOf(firefox)) : null,
    WebKitGTK: Object.values(webkit).every((path) => existsSync(path))
      ? webkitEngine(versionOf('dpkg-query', '-W', 'webkit2gtk-driver'), webkit)
      : null,
  }
}

/** The first number with dots that a program says. */
const versionOf = (program: string, ...words: string[]) =>
  /\d+(\.\d+)+/.exec(
    spawnSync(program, words.length > 0 ? words : ['--version'], { encoding: 'utf8' }).stdout ?? '',
  )?.[0] ?? 'unknown'
