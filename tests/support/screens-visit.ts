import type { Browser } from 'playwright'
import { admin, awake } from './e2e-admin.ts'
import { type Visitor, visitor } from './e2e-browser.ts'
import type { E2eServer } from './e2e-server.ts'
import type { Scene, Viewer } from './screens.ts'
import { clientPassword, type ScreensHouse } from './screens-house.ts'

type Cookies = Awaited<ReturnType<Visitor['context']['storageState']>>
export type Stage = { browser: Browser; server: E2eServer; house: ScreensHouse }

/** Opens a scene in a context of its own, at 1280 by 900 unless told, and answers the visitor who stands in it. */
export function scenery({ browser, server, house }: Stage) {
  const signedIn = new Map<Viewer, Cookies>()

  async function cookiesOf(viewer: Viewer): Promise<Cookies | undefined> {
    if (viewer === 'nobody') return undefined
    const known = signedIn.get(viewer)
    if (known) return known
    const context = await browser.newContext({ baseURL: server.url })
    const answer =
      viewer === 'admin'
        ? await context.request.post('/api/admin/login', { data: admin })
        : await context.request.post('/api/client/login', {
            data: { email: house[viewer].email, password: clientPassword },
          })
    if (!answer.ok()) throw new Error(`The ${viewer} sign-in answered ${answer.status()}`)
    const cookies = await context.storageState()
    await context.close()
    signedIn.set(viewer, cookies)
    return cookies
  }

  return async function enter(scene: Scene, options: Parameters<typeof visitor>[2] = {}) {
    const storageState = await cookiesOf(scene.as ?? 'nobody')
    const visit = await visitor(browser, server.url, {
      viewport: { width: 1280, height: 900 },
      ...(storageState && { storageState }),
      ...options,
    })
    const answer = await visit.page.goto(scene.path(house))
    const status = answer?.status()
    if (status !== (scene.status ?? 200)) throw new Error(`${scene.name} answered ${status}`)
    const html = (await answer?.text()) ?? ''
    await awake(visit.page)
    await scene.arrange?.(visit.page, house)
    return { ...visit, html }
  }
}
