import { resolve } from 'node:path'
import { pino } from 'pino'
import type { Catcher } from '#src/mail/smtp-catcher.ts'
import { createApp } from './app.ts'
import { demoAdmin, demoCompany } from './demo/accounts.ts'
import { catchMail, mailboxOf } from './dev-mailbox.tsx'
import { readEnv } from './env.ts'
import { devAssets } from './framework/assets.ts'
import { openRuntime, type Runtime } from './runtime.ts'

// The dev server reloads this file after each change; the database and the mailbox stay open.
const kept = globalThis as { countersign?: { runtime: Runtime; catcher: Catcher } }

kept.countersign ??= await open()
const { runtime, catcher } = kept.countersign

export default createApp(runtime.deps, devAssets(), mailboxOf(catcher))

async function open() {
  const read = readEnv({ RATE_LIMIT_FACTOR: '100', COMPANY_NAME: demoCompany, ...process.env })
  if (!read.ok) throw new Error(`The environment is not right:\n  ${read.faults.join('\n  ')}`)
  const opened = openRuntime(read.env, pino({ level: 'warn' }), {
    migrations: resolve('db/migrations'),
    pdfChild: resolve('dist/pdf-child.js'),
    cli: resolve('dist/cli.js'),
  })
  opened.startJobs()
  return { runtime: opened, catcher: await catchMail(opened.deps, await demoAdmin(opened.deps)) }
}
