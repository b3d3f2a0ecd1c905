import { afterAll, beforeAll, describe, expect } from 'vitest'
import { adminEnv } from '../../support/browser/e2e-admin.ts'
import { engines } from './installed.ts'
import { DriverSilent, type Engine, type Tab } from './tab.ts'
import { type WatchedSite, watchedSite } from './watched-site.ts'

export type Journey = { tab: Tab; site: WatchedSite }

/** Runs a journey in a fresh profile; afterwards no page may have complained of anything. */
export type Travel = (
  journey: (visit: Journey) => Promise<void>,
  strict?: boolean,
) => () => Promise<void>

/** Declares the same tests for every browser of this machine, against one server with data of its own. */
export function inEveryEngine(declare: (travel: Travel, engine: Engine) => void) {
  let site: WatchedSite
  beforeAll(async () => {
    site = await watchedSite(adminEnv)
  })
  const here = Object.values(engines()).filter((engine) => engine !== null)
  afterAll(async () => {
    for (const engine of here) await engine.stop()
    await site.stop()
  })

  for (const engine of here) {
    const travel: Travel = (journey, strict) => async () => {
      await go(engine, site, journey, strict).catch(async (error) => {
        if (!(error instanceof DriverSilent)) throw error
        process.stdout.write(`${engine.name}: ${error.message}. The journey starts again.\n`)
        await engine.stop()
        await go(engine, site, journey, strict)
      })
      expect(site.complaints().filter((line) => !ownLine.test(line))).toEqual([])
    }
    describe(engine.name, () => declare(travel, engine))
  }
}

async function go(...[engine, site, journey, strict]: Going) {
  const { tab, close } = await engine.start(site.url, strict)
  try {
    await journey({ tab, site })
  } finally {
    await close()
  }
}

type Going = [Engine, WatchedSite, (visit: Journey) => Promise<void>, strict?: boolean]

/** Browsers say this by themselves of a page that is left in the middle of a transition. */
const ownLine = /ViewTransition|Transition was skipped/
