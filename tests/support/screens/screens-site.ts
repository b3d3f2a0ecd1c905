import { beforeAll } from 'vitest'
import { admin, adminEnv, awake } from '../browser/e2e-admin.ts'
import { type Visitor, visitor } from '../browser/e2e-browser.ts'
import { type Site, sharedSite } from '../browser/e2e-site.ts'
import type { Scene, Viewer } from './screens.ts'
import { clientPassword, furnish, type ScreensApp } from './screens-app.ts'

type Shown = Visitor & { html: string; path: string }
type Options = Parameters<typeof visitor>[2]
type ScreensSite = {
  app: ScreensApp
  enter: (scene: Scene, options?: Options) => Promise<Shown>
}

/** A server with an application in each state, and the way to each scene, there once the first test begins. */
export function screensSite(): ScreensSite {
  const site = sharedSite(adminEnv)
  const screens = {} as ScreensSite
  beforeAll(async () => {
    screens.app = await furnish(site.server)
    screens.enter = entrance(site, screens.app)
  })
  return screens
}

/** Opens a scene in a context of its own, at 1280 by 900 unless `options` say otherwise. */
function entrance({ browser, server: { url } }: Site, app: ScreensApp): ScreensSite['enter'] {
  const signedIn = new Map<Viewer, ReturnType<typeof signIn>>()

  async function signIn(viewer: Exclude<Viewer, 'nobody'>) {
    const context = await browser.newContext({ baseURL: url })
    const [path, data] =
      viewer === 'admin'
        ? ['/api/admin/login', admin]
        : ['/api/client/login', { email: app[viewer].email, password: clientPassword }]
    const answer = await context.request.post(path, { data })
    if (!answer.ok()) throw new Error(`The ${viewer} sign-in answered ${answer.status()}`)
    const cookies = await context.storageState()
    await context.close()
    return cookies
  }

  return async function enter(scene, options = {}) {
    const { as = 'nobody' } = scene
    if (as !== 'nobody' && !signedIn.has(as)) signedIn.set(as, signIn(as))
    const storageState = await signedIn.get(as)
    const visit = await visitor(browser, url, {
      viewport: { width: 1280, height: 900 },
      ...(storageState && { storageState }),
      ...options,
    })
    const { page } = visit
    const path = scene.path(app)
    const answer = await page.goto(path)
    if (answer?.status() !== (scene.status ?? 200))
      throw new Error(`${scene.name} answered ${answer?.status()}`)
    const html = await answer.text()
    await awake(page)
    await scene.arrange?.(page, app)
    return { ...visit, html, path }
  }
}
