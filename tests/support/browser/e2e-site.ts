import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContextOptions } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, inject, onTestFinished } from 'vitest'
import { type BuiltServer, startServer } from '../built-server.ts'
import { sharedBrowser } from './chromium.ts'
import type { CommonServer } from './common-server.ts'
import { addColleague, signInByCall } from './e2e-admin.ts'
import {
  expectNoComplaints,
  forgetEverything,
  leaveBut,
  nothing,
  type Visitor,
  visitor,
} from './e2e-browser.ts'

/** The built server and a browser, there once the first test of a file begins. */
export type Site<Server = BuiltServer> = {
  server: Server
  browser: Browser
  /** A person with a browser of their own; the visit ends with the test, which fails when anything was complained of. */
  guest: (options?: BrowserContextOptions, expected?: RegExp) => Promise<Visitor>
}

/** A server with its data for all the tests of a file. */
export function sharedSite(env: Record<string, string> = {}, entry?: string): Site {
  const site = emptySite<BuiltServer>()
  beforeAll(async () => {
    site.server = await startServer({ env, shown: true, ...(entry && { entry }) })
  })
  afterAll(() => site.server.stop())
  return site
}

/**
 * The server that all files share, for tests that look at their own applications only, and change no settings. It has
 * the administrator of `adminEnv`.
 */
export function commonSite(): Site<CommonServer> {
  const site = emptySite<CommonServer>()
  site.server = inject('commonServer')
  return site
}

/**
 * A person who comes again for each test of a file, in the same page: a browser that has forgotten everything costs half
 * of a new one. Lines of the browser's own that match `expected` are no complaints.
 */
export function regular(
  site: Site<CommonServer>,
  options: BrowserContextOptions = {},
  expected = nothing,
): Readonly<Visitor> {
  const visit = {} as Visitor
  beforeAll(async () => {
    Object.assign(visit, await visitor(site.browser, site.server.url, options))
    return () => leaveBut(visit, expected)
  })
  beforeEach(() => {
    visit.complaints.splice(0)
    onTestFinished(async () => {
      await forgetEverything(visit)
      expectNoComplaints(visit, expected)
    })
  })
  return visit
}

/** The same without forgetting anything: each test finds the page where the one before left it. */
export function sharedGuest(
  site: Site<CommonServer>,
  options: BrowserContextOptions = {},
  expected = nothing,
): Visitor {
  const guest = {} as Visitor
  beforeAll(async () => {
    Object.assign(guest, await visitor(site.browser, site.server.url, options))
  })
  afterEach(async () => {
    await guest.page.unrouteAll()
    expectNoComplaints(guest, expected)
  })
  afterAll(() => leaveBut(guest, expected))
  return guest
}

/** An administrator of a file's own, who signs in once; a sixth sign-in of an account would end the first. */
export function sharedAdmin(
  ...given: Parameters<typeof sharedGuest>
): Visitor & { username: string } {
  const [site] = given
  const username = `admin-${randomUUID()}`
  const guest = sharedGuest(...given)
  beforeAll(async () => {
    addColleague(site.server, username)
    await signInByCall(guest.page, username)
  })
  return Object.assign(guest, { username })
}

function emptySite<Server extends CommonServer>(): Site<Server> {
  const site = {
    async guest(options = {}, expected = nothing) {
      const visit = await visitor(site.browser, site.server.url, options)
      onTestFinished(() => leaveBut(visit, expected))
      return visit
    },
  } as Site<Server>
  beforeAll(async () => {
    site.browser = await sharedBrowser()
  })
  return site
}
