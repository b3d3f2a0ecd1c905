import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#src/env.ts'
import { keyRing } from '#src/security/keys.ts'
import { createLimits } from '#src/security/limits.ts'
import { createState } from '#src/state.ts'
import { browserOf } from '../../support/app/browser.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { dump } from '../../support/app/test-database.ts'
import { pdfStandIn } from '../../support/pdf/pdf-stand-in.ts'
import type { ServerProcess } from './server-process.ts'

/**
 * A running server with the interface of the app tests: requests go through its port, and `deps` read the same database
 * file by a connection of their own.
 */
export function appOfProcess(server: ServerProcess): TestApp {
  const read = readEnv({ DATA_DIR: server.dataDir, APP_URL: server.url })
  if (!read.ok) throw new Error(read.faults.join('\n'))
  const db = openDatabase(join(server.dataDir, 'countersign.db'))
  onTestFinished(() => void db.sqlite.close())
  const pdf = pdfStandIn()
  const app: TestApp = {
    deps: {
      env: read.env,
      db,
      keys: keyRing([Buffer.from(server.appKey, 'base64')]),
      limits: createLimits(1000),
      pdf,
      documentLogo: null,
      operatorKey: null,
      ...createState(),
      log: pino({ level: 'silent' }),
      draining: () => false,
      now: Date.now,
    },
    clock: { now: 0 },
    pdf,
    request: (path, init) => fetch(server.url + path, { redirect: 'manual', ...init }),
    browser: () => browserOf(app),
    dump: () => dump(db),
    logged: () => server.output().split('\n'),
  }
  return app
}
