import type { Browser } from 'playwright'
import { beforeAll } from 'vitest'
import { launchBrowser } from './chromium.ts'
import { adminEnv } from './e2e-admin.ts'
import { type E2eServer, startServer } from './e2e-server.ts'
import { furnish, type ScreensApp } from './screens-app.ts'
import { scenery } from './screens-visit.ts'

type Stage = { server: E2eServer; app: ScreensApp; browser: Browser } & Pick<
  ReturnType<typeof scenery>,
  'enter'
>

/** A server with an application in each state, and the way to each scene, once the first test of a file begins. */
export function furnishedStage(entry?: string): Stage {
  const stage = {} as Stage
  beforeAll(async () => {
    // the browser first: without one, no server is left behind
    const browser = await launchBrowser()
    const server = await startServer(adminEnv, entry)
    const app = await furnish(server)
    const { enter, close } = scenery({ browser, server, app })
    Object.assign(stage, { server, app, browser, enter })
    return async () => {
      await browser.close()
      await close()
      await server.stop()
    }
  })
  return stage
}
