import { existsSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { freeBytes } from '#db/files.ts'
import { refuseWithoutRights } from '#db/owner.ts'
import { checkBeforeOpening, isServed, volumeState } from '#db/volume.ts'
import { seconds } from '#src/domain/calendar.ts'
import { mebibytes, spaceLimits } from '#src/domain/disk-space.ts'
import { healthWarnings, version } from '#src/domain/maintenance/health.ts'
import { runningServer, silentProxyWords } from '#src/domain/maintenance/running-server.ts'
import { errorMessage } from '#src/domain/refusal.ts'
import type { Env } from '#src/env.ts'
import { isLoopback } from '#src/security/addresses.ts'
import {
  type CommandContext,
  databaseOf,
  envOf,
  migrationsOf,
  ownerEnv,
  type StandaloneCommand,
  UsageError,
  withReadOnlyDatabase,
} from './command.ts'
import {
  copies,
  findings,
  type Judged,
  ok,
  operatorCertificate,
  rights,
  storedFindings,
  think,
  wrong,
} from './doctor-data.ts'

export const doctor: StandaloneCommand = {
  usage: ['doctor                 lists what is wrong with this installation'],
  async runAlone(context, { say }, args) {
    if (args.length > 0) throw new UsageError('doctor takes no arguments')
    const env = ownerEnv(envOf(context))
    const isRunning = existsSync(env.DATA_DIR) && isServed(env.DATA_DIR)
    const answers = isRunning && (await doesAnswer(env))
    const server = isRunning ? await noteOfServer(env, context) : null
    const results = [
      ...(await findings(checks, { ...env, isRunning, answers, server }, context)),
      ...(await storedFindings(env, context)),
    ]
    for (const { is, about, words } of results)
      say(`${is.padEnd(5)}  ${about.padEnd(10)}  ${words}`)
    const faults = results.filter(({ is }) => is === 'wrong').length
    if (faults > 0)
      throw new Error(faults === 1 ? '1 thing is wrong.' : `${faults} things are wrong.`)
  },
}

type Installation = Env & {
  isRunning: boolean
  answers: boolean
  server: ReturnType<typeof runningServer>
}

const checks: Parameters<typeof findings<Installation>>[0] = {
  version: () => ok(`this is Countersign ${version}`),
  sending: ({ SEND_NOTHING }) => (SEND_NOTHING ? think(healthWarnings.sendsNothing) : null),
  address,
  proxy: proxies,
  key,
  disk,
  server: (at, context) => (at.isRunning ? running(at) : stopped(at, context)),
  backups: (env, { now }) => copies(env, now()),
  rights,
  seal: (env, { now }) => operatorCertificate(env, now()),
}

function address({ APP_URL, PORT }: Env): Judged {
  const { protocol, hostname } = new URL(APP_URL)
  if (protocol === 'https:') return ok(`links begin with ${APP_URL}`)
  if (isLoopback(hostname))
    return think(
      `APP_URL is ${APP_URL}: only this machine can follow the links in emails. Set it to the address that people type (port ${PORT} is only used inside)`,
    )
  return think(
    `${APP_URL} is plain http: passwords travel in the clear. Put a proxy with TLS in front`,
  )
}

function proxies({ APP_URL, TRUSTED_PROXIES, server }: Installation): Judged {
  if (server?.proxy) return wrong(silentProxyWords(server.proxy))
  if (TRUSTED_PROXIES.length > 0)
    return ok(`X-Forwarded-For is trusted from ${TRUSTED_PROXIES.join(', ')}`)
  if (APP_URL.startsWith('http:')) return ok('none, and none is expected')
  return think(
    'TRUSTED_PROXIES is empty: behind a proxy all visitors count as one address and share its limits',
  )
}

function key({ DATA_DIR, APP_KEY, APP_KEYS }: Env): Judged {
  const file = join(DATA_DIR, 'app.key')
  if (existsSync(file))
    return think(
      `${file} is on the same volume as the data: a stolen disk would reveal every secret. Move it away and set APP_KEY_FILE`,
    )
  if (APP_KEYS?.includes(','))
    return think(
      'APP_KEYS holds more than one key: finish with "keys rotate", then set the new one alone',
    )
  return APP_KEY || APP_KEYS
    ? ok('set from outside the volume')
    : think(`none is set: the first start writes ${file}`)
}

function disk({ DATA_DIR }: Env): Judged {
  if (!existsSync(DATA_DIR))
    return think(`${DATA_DIR} does not exist yet; the first start creates it`)
  const fault = faultOfRights(DATA_DIR)
  if (fault) return wrong(`the server does not start: ${fault}`)
  const free = freeBytes(DATA_DIR)
  const words = `${Math.floor(free / mebibytes(1))} MiB are free in ${DATA_DIR}`
  if (free < spaceLimits.refuse)
    return wrong(`${words}: applicants and customers cannot save anything`)
  return (free < spaceLimits.warn ? think : ok)(words)
}

function faultOfRights(folder: string): string | null {
  try {
    refuseWithoutRights(folder)
    return null
  } catch (error) {
    return errorMessage(error)
  }
}

async function doesAnswer({ HOST, PORT }: Env): Promise<boolean> {
  const host =
    { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[HOST] ?? (isIPv6(HOST) ? `[${HOST}]` : HOST)
  try {
    const answer = await fetch(`http://${host}:${PORT}/api/health`, {
      signal: AbortSignal.timeout(seconds(5)),
    })
    return answer.ok
  } catch {
    return false
  }
}

/** Leaves out faults of the database, which the lines below report. */
const noteOfServer = (env: Env, context: CommandContext) =>
  withReadOnlyDatabase(env, context, databaseOf(env), runningServer).catch(() => null)

function running({ answers, server, HOST, PORT }: Installation): Judged {
  if (!answers)
    return think(
      `runs on this folder, but did not answer on ${HOST} port ${PORT}: run doctor with the settings of the server`,
    )
  if (server && server.version !== version)
    return think(`runs Countersign ${server.version}: restart it`)
  return ok('runs on this folder, and answers')
}

function stopped({ DATA_DIR }: Env, context: CommandContext): Judged | null {
  if (!existsSync(DATA_DIR)) return ok('has not run yet')
  // the line "disk" already reports this
  if (faultOfRights(DATA_DIR)) return null
  try {
    checkBeforeOpening(DATA_DIR, migrationsOf(context), () => {})
  } catch (error) {
    const reason = errorMessage(error)
    return wrong(`is not running, and would not start: ${reason}`)
  }
  if (volumeState(DATA_DIR)?.isRunning)
    return think('not running, and did not stop cleanly: the next start checks every page first')
  return ok('is not running; it stopped cleanly')
}
