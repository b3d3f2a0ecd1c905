import type { BrowserContext, Page } from 'playwright'
import {
  expectNoComplaints,
  forgetEverything,
  nothing,
  type Visitor,
} from '../browser/e2e-browser.ts'
import type { Scene } from './scene.ts'

type Cookies = Parameters<BrowserContext['addCookies']>[0]

type Deps<Shown> = {
  open: (scene: Scene) => Promise<Visitor>
  cookies: (scene: Scene) => Promise<Cookies>
  show: (page: Page, scene: Scene) => Promise<Shown>
}

export const viewport = { width: 1280, height: 900 }

/**
 * Shows scenes of one server in one page: a warm one costs half. Each begins with a browser that has kept nothing of
 * the one before; after a scene that failed, with a new one.
 */
export function oneByOne<Shown>({ open, cookies, show }: Deps<Shown>) {
  let visit: Visitor | undefined
  let inUse = false

  async function enter(scene: Scene): Promise<{ page: Page } & Shown> {
    if (inUse) await close()
    inUse = true
    visit ??= await open(scene)
    await visit.context.addCookies(await cookies(scene))
    return { page: visit.page, ...(await show(visit.page, scene)) }
  }

  /** Ends a scene; fails when anything else than `expected` was complained of. */
  async function leave(expected = nothing) {
    if (!visit) return
    await forgetEverything(visit)
    await visit.page.setViewportSize(viewport)
    await visit.page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
    expectNoComplaints(visit, expected)
    inUse = false
  }

  async function close() {
    await visit?.context.close()
    visit = undefined
    inUse = false
  }

  return { enter, leave, close }
}
