import { onTestFinished } from 'vitest'
import { browserOf } from '../../support/app/browser.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { dump } from '../../support/app/test-database.ts'
import { depsOn } from '../../support/deps-on.ts'
import type { ServerProcess } from './server-process.ts'

/**
 * A running server with the interface of the app tests: requests go through its port, and `deps` read the same database
 * file by a connection of their own.
 */
export function appOfProcess(server: ServerProcess): TestApp {
  const deps = depsOn(server.dataDir, server.appKey, { APP_URL: server.url })
  onTestFinished(() => void deps.db.sqlite.close())
  const app: TestApp = {
    deps,
    clock: { now: 0 },
    pdf: deps.pdf,
    request: (path, init) => fetch(server.url + path, { redirect: 'manual', ...init }),
    browser: () => browserOf(app),
    dump: () => dump(deps.db),
    logged: () => server.output().split('\n'),
  }
  return app
}
