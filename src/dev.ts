import { resolve } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { pino } from 'pino'
import type { Catcher } from '#src/mail/smtp-catcher.ts'
import { createApp } from './app.ts'
import { demoAdmin, demoCompany, readSignIns } from './demo/accounts.ts'
import { catchMail, mailboxOf } from './dev-mailbox.tsx'
import { readEnv } from './env.ts'
import { devAssets } from './framework/assets.ts'
import { openRuntime, type Runtime } from './runtime.ts'

// The dev server loads this file again after each change, but the database and the mailbox stay open.
const shared = globalThis as { countersign?: { runtime: Runtime; catcher: Catcher } }

shared.countersign ??= await open()
const { runtime, catcher } = shared.countersign
refuseOtherSchema()

export default createApp(runtime.deps, devAssets(), mailboxOf(catcher))

function refuseOtherSchema() {
  const files = Object.values(import.meta.glob<object>('/db/schema/*.ts', { eager: true }))
  for (const table of files.flatMap((file) => Object.values(file)))
    try {
      if (is(table, SQLiteTable)) runtime.deps.db.orm.select().from(table).limit(0).all()
    } catch {
      throw new Error(
        `The database does not match "${getTableName(table)}" in db/schema: write the migration (npm run migration -- --name NAME) and start again`,
      )
    }
}

async function open() {
  const settings = { RATE_LIMIT_FACTOR: '100', LOG_LEVEL: 'warn', COMPANY_NAME: demoCompany }
  const parsed = readEnv({ ...settings, ...process.env })
  if (!parsed.ok) throw new Error(`The environment is not right:\n  ${parsed.faults.join('\n  ')}`)
  const opened = openRuntime(parsed.env, pino({ level: parsed.env.LOG_LEVEL }), {
    migrations: resolve('db/migrations'),
    pdfChild: resolve('dist/pdf-child.js'),
    cli: resolve('dist/cli.js'),
  })
  opened.startJobs()
  const admin = await demoAdmin(opened.deps)
  process.stdout.write(
    `${readSignIns(opened.deps)}Mail it would send  ${parsed.env.APP_URL}/dev/mailbox\n`,
  )
  return { runtime: opened, catcher: await catchMail(opened.deps, admin) }
}
