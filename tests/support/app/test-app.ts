import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Argon2id } from 'oslo/password'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createApp, type MountMore } from '#src/app.ts'
import type { Deps } from '#src/deps.ts'
import { createState } from '#src/deps.ts'
import { verifyKey } from '#src/domain/audit/installation.ts'
import type { Assets } from '#src/framework/assets.ts'
import { keyRing } from '#src/security/keys.ts'
import { createLimits } from '#src/security/limits.ts'
import { createPasswords } from '#src/security/passwords.ts'
import { envOf } from '../env.ts'
import { type PdfStandIn, pdfStandIn } from '../pdf/pdf-stand-in.ts'
import { type Browser, browserOf } from './browser.ts'
import { dump, testDatabase } from './test-database.ts'

export type TestApp = {
  deps: Deps
  /** What the app takes for the present, in UTC milliseconds; set it to let time pass. */
  clock: { now: number }
  /** The documents that were asked for, while no other PDF service was given. */
  pdf: PdfStandIn
  /** Sends one request as it is: no cookie, no header of a browser. `peer` is the address it comes from. */
  request: (path: string, init?: RequestInit, peer?: string) => Promise<Response>
  /** A browser of its own, with its own cookies, at an address of the network. */
  browser: (peer?: string) => Browser
  dump: () => Record<string, unknown[]>
  /** The lines that the app has logged, as the operator gets them. */
  logged: () => string[]
}

export type TestAppOptions = {
  /** Settings as the environment gives them: texts. */
  env?: Record<string, string>
  /** Multiplies every limit; high unless a test is about limits. */
  limitFactor?: number
  deps?: Partial<Deps>
  /** Files of a real build, for tests of what its pages load. */
  assets?: Assets
  mountMore?: MountMore
}

/** The app without a port, on a database of its own, at ten in the morning of 20 November 2026. For use in a test. */
export function testApp({
  env = {},
  limitFactor = 1000,
  deps: given = {},
  assets = builtFiles,
  mountMore,
}: TestAppOptions = {}) {
  const { db, folder, remove } = testDatabase()
  onTestFinished(remove)
  const clock = { now: Date.parse('2026-11-20T10:00:00Z') }
  const pdf = pdfStandIn()
  const log: string[] = []
  const deps: Deps = {
    draining: () => false,
    env: envOf({ DATA_DIR: folder, COMPANY_NAME: 'Example Supplies Ltd', ...env }),
    db,
    keys: keyRing([randomBytes(32)]),
    limits: createLimits(limitFactor),
    pdf,
    cli: 'none',
    documentLogo: null,
    operatorKey: null,
    start: runningByClock(given.now ?? (() => clock.now)),
    ...createState(),
    passwords: createPasswords(cheapHash),
    jobListeners: new Set(),
    log: pino({ level: 'info' }, { write: (line) => log.push(line) }),
    now: () => clock.now,
    ...given,
  }
  verifyKey(db, deps.keys)
  const hono = createApp(deps, assets, mountMore)
  const app: TestApp = {
    deps,
    clock,
    pdf,
    request: async (path, init, peer = '127.0.0.1') =>
      hono.request(path, await sent(init), { incoming: { socket: { remoteAddress: peer } } }),
    browser: (peer) => browserOf(app, peer),
    dump: () => dump(db),
    logged: () => log,
  }
  return Object.assign(app, { hono })
}

/** As of a server that runs for as long as the clock of the test goes on. */
function runningByClock(now: () => number) {
  const at = now()
  return { at, running: () => now() - at, lastEvent: null }
}

/** A form with files as its bytes: the stream that Node makes of one fails when a server stops reading it. */
async function sent(init?: RequestInit): Promise<RequestInit | undefined> {
  if (!(init?.body instanceof FormData)) return init
  const form = new Response(init.body)
  const headers = new Headers(init.headers)
  headers.set('content-type', form.headers.get('content-type') ?? '')
  return { ...init, headers, body: await form.arrayBuffer() }
}

/** A hash of the usual cost takes 20 ms of a core. */
const cheapHash = new Argon2id({ memorySize: 64, iterations: 1 })

/** As of a build, with a small folder of files, so that every request passes the middleware of production. */
export const builtFiles = {
  url: (source: string) => `/assets/${source.replaceAll('/', '-')}`,
  withImports: (source: string) => [`/assets/${source.replaceAll('/', '-')}`],
  folder: fileURLToPath(new URL('./built', import.meta.url)),
  devScripts: [],
} satisfies Assets
