import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Logger, pino } from 'pino'
import { isBusy } from '#db/lock.ts'
import { actAsOwner, rightsFault } from '#db/owner.ts'
import { createFirstAdmin } from '#src/domain/staff/admins.ts'
import { createFirstLink } from '#src/domain/staff/first-administrator.ts'
import { resticFault } from './domain/backup/restic.ts'
import { readOperatorKey } from './domain/documents/certificates.ts'
import { healthWarnings, version } from './domain/maintenance/health.ts'
import { errorMessage } from './domain/refusal.ts'
import { type Env, readEnv } from './env.ts'
import { type Assets, builtAssets } from './framework/assets.ts'
import type { SealKey } from './pdf/seal/seal-key.ts'
import { openRuntime, type Runtime } from './runtime.ts'

const here = dirname(fileURLToPath(import.meta.url))

/** Prints all faults of the environment and exits with 78 (EX_CONFIG) if there are any. */
export function envOrExit(source: Record<string, string | undefined>): Env {
  const parsed = readEnv(source)
  if (parsed.ok) return parsed.env
  process.stderr.write(`The environment is not right:\n  ${parsed.faults.join('\n  ')}\n`)
  process.exit(78)
}

export async function runtimeOrExit(
  env: Env,
  log: Logger = pino({ level: env.LOG_LEVEL }),
): Promise<Runtime> {
  const operatorKey = await operatorKeyOrExit(env)
  const fault = resticFault(env)
  if (fault) {
    process.stderr.write(`The environment is not right:\n  ${fault}\n`)
    process.exit(78)
  }
  log.info({ version }, 'Countersign starts')
  if (env.SEND_NOTHING) log.warn(healthWarnings.sendsNothing)
  try {
    const files = {
      migrations: join(here, 'migrations'),
      pdfChild: join(here, 'pdf-child.js'),
      cli: join(here, 'cli.js'),
    }
    const variables = actAsOwner(env.DATA_DIR)
    const own = {
      ...env,
      resticVariables: { ...env.resticVariables, ...variables },
      childVariables: { ...env.childVariables, ...variables },
    }
    return openRuntime(own, log, files, operatorKey)
  } catch (error) {
    log.fatal(startFault(error, env.DATA_DIR))
    process.exit(1)
  }
}

async function operatorKeyOrExit(env: Env): Promise<SealKey | null> {
  try {
    return await readOperatorKey(env)
  } catch (error) {
    process.stderr.write(
      `The environment is not right:\n  DOCUMENT_PKCS12_FILE: ${startFault(error)}\n`,
    )
    process.exit(78)
  }
}

export async function startOrExit(runtime: Runtime, start: () => Promise<void>) {
  try {
    await start()
  } catch (error) {
    runtime.deps.log.fatal(startFault(error))
    await runtime.close()
    process.exit(1)
  }
}

export async function makeFirstAdmin({ deps }: Runtime) {
  try {
    if (await createFirstAdmin(deps)) deps.log.info('the first administrator was created')
  } catch (error) {
    if (isBusy(error)) throw error
    throw new Error(`ADMIN_PASSWORD: ${errorMessage(error)}`)
  }
}

/** Prints the link itself, because it is secret and must not be in the log. */
export async function printFirstLink({ deps }: Runtime) {
  const token = createFirstLink(deps)
  if (token === null) return
  process.stderr.write(`
There is no administrator yet. To create the first one, open this link on the machine that runs Countersign:

  ${deps.env.APP_URL}/admin/first?token=${token}

It works once, and each start prints a new one. Or use the command line: npm run cli -- admin create NAME

`)
}

export function startFault(error: unknown, folder = process.env.DATA_DIR ?? './data'): string {
  if (isBusy(error))
    return 'Another process is writing to the database. Try again when it has finished.'
  return errorMessage(rightsFault(error, folder) ?? error)
}

export function assetsOfBuild(): Assets {
  const client = join(here, 'client')
  const manifest = join(client, '.vite/manifest.json')
  if (!existsSync(manifest)) throw new Error('The browser build is missing: npm run build')
  return builtAssets(JSON.parse(readFileSync(manifest, 'utf8')), client)
}
