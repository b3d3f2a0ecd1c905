import type { Page } from 'playwright'
import { beforeAll } from 'vitest'
import { admin, adminEnv } from '../browser/e2e-admin.ts'
import {
  awake,
  expectNoComplaints,
  forgetEverything,
  nothing,
  visitor,
} from '../browser/e2e-browser.ts'
import { type Site, sharedSite } from '../browser/e2e-site.ts'
import type { Scene, Viewer } from './screens.ts'
import { clientPassword, furnish, type ScreensApp } from './screens-app.ts'

type Visit = {
  page: Page
  html: string
  path: string
  /** Fails when anything was complained of that the scene does not expect. */
  leave: () => void
}
type ScreensSite = { app: ScreensApp; enter: (scene: Scene) => Promise<Visit> }

/** A server with an application in each state, and the way to each scene, there once the first test begins. */
export function screensSite(): ScreensSite {
  const site = sharedSite(adminEnv)
  const screens = {} as ScreensSite
  beforeAll(async () => {
    screens.app = await furnish(site.server)
    screens.enter = await entrance(site, screens.app)
  })
  return screens
}

/** All scenes in one page, which is warm from the second on: a scene costs half of one in a context of its own. */
async function entrance(
  { browser, server: { url } }: Site,
  app: ScreensApp,
): Promise<ScreensSite['enter']> {
  const visit = await visitor(browser, url)
  const { context, page, complaints } = visit
  const signedIn = new Map<Viewer, ReturnType<typeof signIn>>()

  async function signIn(viewer: Exclude<Viewer, 'nobody'>) {
    const [path, data] =
      viewer === 'admin'
        ? ['/api/admin/login', admin]
        : ['/api/client/login', { email: app[viewer].email, password: clientPassword }]
    const answer = await context.request.post(path, { data })
    if (!answer.ok()) throw new Error(`The ${viewer} sign-in answered ${answer.status()}`)
    return context.cookies()
  }

  return async function enter(scene) {
    const { as = 'nobody' } = scene
    await forgetEverything(visit)
    complaints.splice(0)
    if (as !== 'nobody' && !signedIn.has(as)) signedIn.set(as, signIn(as))
    await context.addCookies((await signedIn.get(as)) ?? [])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ media: null, colorScheme: 'light', forcedColors: 'none' })
    const path = scene.path(app)
    const answer = await page.goto(path)
    if (answer?.status() !== (scene.status ?? 200))
      throw new Error(`${scene.name} answered ${answer?.status()}`)
    const html = await answer.text()
    await awake(page)
    await scene.arrange?.(page, app)
    const leave = () => expectNoComplaints(visit, scene.complains ?? nothing)
    return { page, html, path, leave }
  }
}
