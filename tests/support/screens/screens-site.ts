import type { Page } from 'playwright'
import { beforeAll } from 'vitest'
import { admin, adminEnv, awake } from '../browser/e2e-admin.ts'
import { type Visitor, visitor } from '../browser/e2e-browser.ts'
import { type Site, sharedSite } from '../browser/e2e-site.ts'
import { type BuiltServer, startServer } from '../built-server.ts'
import { oneByOne, viewport } from './one-by-one.ts'
import type { Scene, Viewer } from './scene.ts'
import {
  clientPassword,
  crowd,
  furnish,
  neglect,
  plantFirstLink,
  type ScreensApp,
} from './screens-app.ts'

type Cookies = Awaited<ReturnType<Visitor['context']['storageState']>>
type Furnished = Pick<Site, 'browser' | 'server'> & { app: ScreensApp }
export type ScreensSite = Furnished & Pick<ReturnType<typeof scenery>, 'enter' | 'lane'>

/** A server with an application in each state, and the way to each scene, there once the first test begins. */
export function screensSite(entry?: string): ScreensSite {
  const site = sharedSite(adminEnv, entry)
  const screens = {} as ScreensSite
  beforeAll(async () => {
    const { browser, server } = site
    const app = await furnish(server)
    const { enter, lane, close } = scenery({ browser, server, app })
    Object.assign(screens, { browser, server, app, enter, lane })
    return close
  })
  return screens
}

/**
 * Opens a scene in a context of its own, at 1280 by 900 unless told. Servers with other data are started for the first
 * scene that needs them.
 */
function scenery({ browser, server, app }: Furnished) {
  const others = new Map<NonNullable<Scene['app']>, Promise<BuiltServer>>()
  const signedIn = new Map<string, Promise<Cookies>>()

  async function serverOf(scene: Scene): Promise<BuiltServer> {
    if (!scene.app) return server
    const started = others.get(scene.app) ?? startApp(scene.app)
    others.set(scene.app, started)
    return started
  }

  function cookiesOf(viewer: Viewer, url: string): Promise<Cookies> | undefined {
    if (viewer === 'nobody') return undefined
    const cookies = signedIn.get(url + viewer) ?? signIn(viewer, url)
    signedIn.set(url + viewer, cookies)
    return cookies
  }

  async function signIn(viewer: Exclude<Viewer, 'nobody'>, url: string): Promise<Cookies> {
    const context = await browser.newContext({ baseURL: url })
    const answer =
      viewer === 'admin'
        ? await context.request.post('/api/admin/login', { data: admin })
        : await context.request.post('/api/client/login', {
            data: { email: app[viewer].email, password: clientPassword },
          })
    if (!answer.ok()) throw new Error(`The ${viewer} sign-in answered ${answer.status()}`)
    const cookies = await context.storageState()
    await context.close()
    return cookies
  }

  async function enter(scene: Scene, options: Parameters<typeof visitor>[2] = {}) {
    const { url } = await serverOf(scene)
    const storageState = await cookiesOf(scene.as ?? 'nobody', url)
    const visit = await visitor(browser, url, {
      viewport,
      ...(storageState && { storageState }),
      ...options,
    })
    return { ...visit, ...(await show(visit.page, scene, app)) }
  }

  /** A way to show scenes of one server one after another, in one page. */
  const lane = () =>
    oneByOne({
      async open(scene) {
        const { url } = await serverOf(scene)
        return visitor(browser, url, { viewport })
      },
      async cookies(scene) {
        const { url } = await serverOf(scene)
        return (await cookiesOf(scene.as ?? 'nobody', url))?.cookies ?? []
      },
      show: (page, scene) => show(page, scene, app),
    })

  async function close() {
    for (const started of others.values()) await (await started).stop()
  }

  return { enter, lane, close }
}

async function show(page: Page, scene: Scene, app: ScreensApp) {
  const path = scene.path(app)
  const answer = await page.goto(path)
  const status = answer?.status()
  if (status !== (scene.status ?? 200)) throw new Error(`${scene.name} answered ${status}`)
  const html = (await answer?.text()) ?? ''
  await awake(page)
  await scene.arrange?.(page, app)
  return { html, path }
}

async function startApp(name: NonNullable<Scene['app']>): Promise<BuiltServer> {
  const server = await startServer({ env: name === 'new' ? {} : adminEnv, shown: name !== 'new' })
  if (name === 'new') plantFirstLink(server)
  if (name === 'full') crowd(server)
  if (name === 'neglected') neglect(server)
  return server
}
