import type { Browser, BrowserContextOptions } from 'playwright'
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { type BuiltServer, startServer } from '../built-server.ts'
import { sharedBrowser } from './chromium.ts'
import { leaveBut, type Visitor, visitor } from './e2e-browser.ts'

/** The built server and a browser, there once the first test of a file begins. */
export type Site = {
  server: BuiltServer
  browser: Browser
  /** A person with a browser of their own; the visit ends with the test, which fails when anything was complained of. */
  guest: (options?: BrowserContextOptions, expected?: RegExp) => Promise<Visitor>
}

/** A server with its data for all the tests of a file. */
export function sharedSite(env: Record<string, string> = {}, entry?: string): Site {
  const site = emptySite()
  beforeAll(async () => {
    site.server = await startServer({ env, shown: true, ...(entry && { entry }) })
  })
  afterAll(() => site.server.stop())
  return site
}

/** A server with data of its own for each test. */
export function siteOfEach(env: Record<string, string> = {}): Site {
  const site = emptySite()
  beforeEach(async () => {
    const server = await startServer({ env, shown: true })
    site.server = server
    onTestFinished(() => server.stop())
  })
  return site
}

/** Nothing that the browser says is expected. */
const nothing = /^$/

function emptySite(): Site {
  const site = {
    async guest(options = {}, expected = nothing) {
      const visit = await visitor(site.browser, site.server.url, options)
      onTestFinished(() => leaveBut(visit, expected))
      return visit
    },
  } as Site
  beforeAll(async () => {
    site.browser = await sharedBrowser()
  })
  return site
}
