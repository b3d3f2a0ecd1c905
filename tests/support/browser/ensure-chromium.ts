import { spawnSync } from 'node:child_process'
import { findTestBrowser } from './chromium.ts'

/** Before the tests in a browser: names the Chromium that is there, or installs one and says what it does. */
export default function ensureChromium() {
  if (process.env.CHROMIUM_PATH && findTestBrowser() !== process.env.CHROMIUM_PATH)
    throw new Error(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, and nothing is there`)
  const found = findTestBrowser() ?? installed()
  process.stdout.write(`The tests in a browser use ${found}\n`)
}

/** Playwright's own first, which needs no rights; else the system's package, for root on a Debian. */
function installed(): string {
  const ways = [
    ['npx', 'playwright', 'install', 'chromium'],
    ...(process.getuid?.() === 0
      ? [
          ['apt-get', 'update'],
          ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium-headless-shell'],
        ]
      : []),
  ]
  process.stdout.write('There is no Chromium on this machine, so one is installed now.\n')
  for (const [command = '', ...words] of ways) {
    process.stdout.write(`> ${command} ${words.join(' ')}\n`)
    spawnSync(command, words, { stdio: ['ignore', 'inherit', 'inherit'] })
    const found = findTestBrowser()
    if (found) return found
  }
  throw new Error('No Chromium could be installed. Install one and set CHROMIUM_PATH to it.')
}
