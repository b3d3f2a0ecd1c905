import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { findChromium } from '../../support/browser/chromium.ts'
import { adminEnv } from '../../support/browser/e2e-admin.ts'
import { type BuiltServer, startServer } from '../../support/built-server.ts'
import { puppeteerEngine } from './puppeteer.ts'
import { type BrowserSettings, DriverSilent, type Engine, type Tab } from './tab.ts'
import { webkitEngine } from './webkit.ts'

const chromium = findChromium()
const engines = [
  chromium && puppeteerEngine('Chromium', 'chrome', chromium),
  existsSync('/usr/bin/firefox-esr') &&
    puppeteerEngine('Firefox', 'firefox', '/usr/bin/firefox-esr'),
  existsSync('/usr/bin/WebKitWebDriver') && webkitEngine(),
].filter((engine) => typeof engine === 'object' && engine !== null)

/** The built server, behind a proxy at `url`. */
export type WatchedSite = { url: string; server: BuiltServer }

type Journey = (visit: { tab: Tab; site: WatchedSite }) => Promise<void>

/** Declares the same tests for every browser of this machine; after each, no page may have complained of anything. */
export function inEveryEngine(
  declare: (
    travel: (journey: Journey, settings?: Partial<BrowserSettings>) => () => Promise<void>,
    name: string,
  ) => void,
) {
  let site: WatchedSite
  const complaints: string[] = []
  beforeAll(async () => {
    const proxy = createServer((ask, answer) => pass(ask, answer, site.server, complaints))
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const url = `http://localhost:${(proxy.address() as AddressInfo).port}`
    const env = { ...adminEnv, APP_URL: url }
    site = { url, server: await startServer({ env, shown: true }) }
    return async () => {
      proxy.closeAllConnections()
      proxy.close()
      await site.server.stop()
    }
  })

  for (const engine of engines)
    describe(engine.name, () => {
      afterAll(() => engine.stop())
      declare(
        (journey, more) => async () => {
          const settings = { hasScripts: true, isStrict: false, ...more }
          await go(engine, site, journey, settings).catch(async (error) => {
            if (!(error instanceof DriverSilent)) throw error
            console.log(`${engine.name}: ${error.message}. The journey starts again.`)
            await engine.stop()
            await go(engine, site, journey, settings)
          })
          expect(complaints.splice(0).filter((line) => !ownLine.test(line))).toEqual([])
        },
        engine.name,
      )
    })
}

/** Browsers say this by themselves of a page that is left in the middle of a transition. */
const ownLine = /ViewTransition|Transition was skipped/

async function go(engine: Engine, site: WatchedSite, journey: Journey, settings: BrowserSettings) {
  const { tab, close } = await engine.start(site.url, settings)
  try {
    await journey({ tab, site })
  } finally {
    await close()
  }
}

/** Passes a request on. A page comes back with a reporting script first: no driver hands out all that it reports. */
async function pass(
  ask: IncomingMessage,
  answer: ServerResponse,
  to: BuiltServer,
  heard: string[],
) {
  if (ask.url === '/engine-report.js')
    return answer.setHeader('content-type', 'text/javascript').end(reporter)
  if (ask.url === '/engine-report') {
    heard.push(await text(ask))
    return answer.writeHead(204).end()
  }
  const headers = { ...ask.headers, 'accept-encoding': 'identity' }
  const options = { method: ask.method, headers }
  const onward = request(`http://127.0.0.1:${to.port}${ask.url}`, options, async (got) => {
    if (!got.headers['content-type']?.startsWith('text/html')) {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      return got.pipe(answer)
    }
    const { 'content-length': _, 'transfer-encoding': __, etag: ___, ...rest } = got.headers
    const page = (await text(got)).replace(
      '<head>',
      '<head><script src="/engine-report.js"></script>',
    )
    answer.writeHead(got.statusCode ?? 502, rest).end(page)
  })
  onward.on('error', () => answer.destroy())
  ask.pipe(onward)
}

const reporter = `
const report = (text) => navigator.sendBeacon('/engine-report', location.pathname + ' ' + text)
addEventListener('error', (event) => event.message && report('error: ' + event.message))
addEventListener('unhandledrejection', ({ reason }) => report('rejection: ' + reason))
addEventListener('securitypolicyviolation', (event) =>
  report('policy: ' + event.effectiveDirective + ' ' + event.blockedURI))
for (const kind of ['error', 'warn']) {
  const own = console[kind]
  console[kind] = (...words) => {
    report(kind + ': ' + words.map(String).join(' '))
    own.apply(console, words)
  }
}
`
