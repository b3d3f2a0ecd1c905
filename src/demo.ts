import { pino } from 'pino'
import { putSetupAway } from '#src/domain/maintenance/setup.ts'
import { createApp } from './app.ts'
import {
  demoAdmin,
  demoClient,
  demoCompany,
  readSignIns,
  saveDemoCompany,
} from './demo/accounts.ts'
import { lacksSamples, makeFirstDocuments, seedApplications } from './demo/seed.ts'
import { catchMail, mailboxOf } from './dev-mailbox.tsx'
import { listen } from './listen.ts'
import { assetsOfBuild, envOrExit, runtimeOrExit, startOrExit } from './start.ts'

const env = envOrExit({
  RATE_LIMIT_FACTOR: '100',
  LOG_LEVEL: 'warn',
  COMPANY_NAME: demoCompany,
  ...process.env,
})
const runtime = await runtimeOrExit(env, pino({ level: env.LOG_LEVEL }))
const { deps } = runtime

await startOrExit(runtime, async () => {
  const admin = await demoAdmin(deps)
  saveDemoCompany(deps, admin)
  if (lacksSamples(deps))
    process.stdout.write('Creating the sample applications. This takes about half a minute.\n')
  await seedApplications(deps, admin)
  await demoClient(deps)
  putSetupAway(deps, admin)
  const catcher = await catchMail(deps, admin)
  // this comes after the settings are saved, which releases all emails at once
  const spacing = await makeFirstDocuments(deps)
  const app = createApp(deps, assetsOfBuild(), mailboxOf(catcher))
  await listen(runtime, app, catcher.close)
  setInterval(() => deps.draining() || spacing.again(), spacing.every).unref()
})

process.stdout.write(`
Countersign runs at ${env.APP_URL}

${readSignIns(deps)}
Mail it would send  ${env.APP_URL}/dev/mailbox
Sign-ins are kept in ${env.DATA_DIR}/demo-sign-ins.txt. Press Ctrl+C to stop.
`)
