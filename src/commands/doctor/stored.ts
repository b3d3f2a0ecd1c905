import { existsSync } from 'node:fs'
import { refuseForeignMigrations } from '#db/migrate.ts'
import type { Db } from '#db/open.ts'
import { openForReading } from '#db/open.ts'
import { volumeState } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
import { verifyKey } from '#src/domain/audit/installation.ts'
import { secretsByKey } from '#src/domain/audit/key-rotation.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { minutes } from '#src/domain/durations.ts'
import { clockDoubt, clockWarning } from '#src/domain/maintenance/clock.ts'
import { lostEvents, lostWords } from '#src/domain/maintenance/lost-events.ts'
import { createStore } from '#src/domain/store.ts'
import type { Env } from '#src/env.ts'
import { loadKeys } from '#src/security/keys.ts'
import { type CommandContext, databaseOf, migrationsOf } from '../command-context.ts'
import { copyFindings, offSiteFindings } from './backups.ts'
import { documentsFinding, ownCertificateFinding } from './documents.ts'
import type { Finding } from './finding.ts'
import { historyFinding } from './history.ts'

/** Findings about the database; none when there is none yet, one when it does not open. */
export async function storedFindings(env: Env, context: CommandContext): Promise<Finding[]> {
  if (!existsSync(databaseOf(env))) {
    // the server has a finding of its own where there has been one
    if (volumeState(env.DATA_DIR)) return []
    const words = 'there is no database yet; the first start creates it'
    return [{ is: 'think', about: 'data', words }]
  }
  try {
    const { keys } = loadKeys(env)
    const db = openForReading(databaseOf(env))
    try {
      verifyKey(db, keys)
      const store = createStore(env, db, keys, context.now)
      return [
        schema(db, context),
        sealed(db, keys.currentId),
        admins(db, env),
        mail(db),
        ...webhooks(db),
        ...(await offSiteFindings(store)),
        documentsFinding(store),
        ownCertificateFinding(store),
        historyFinding(store),
        ...lost(store),
        clock(store),
        ...copyFindings(store),
      ]
    } finally {
      db.sqlite.close()
    }
  } catch (error) {
    return [
      { is: 'wrong', about: 'data', words: error instanceof Error ? error.message : String(error) },
    ]
  }
}

function schema(db: Db, context: CommandContext): Finding {
  const { shipped, recorded } = refuseForeignMigrations(db, migrationsOf(context))
  return shipped.length === recorded
    ? { is: 'ok', about: 'data', words: 'opens with the key; its schema is up to date' }
    : { is: 'think', about: 'data', words: 'the next start changes the schema, after a backup' }
}

function sealed(db: Db, current: string): Finding {
  const others = [...secretsByKey(db)].filter(([id]) => id !== current)
  const count = others.reduce((sum, [, secrets]) => sum + secrets, 0)
  return count === 0
    ? { is: 'ok', about: 'secrets', words: 'all are sealed with the present key' }
    : {
        is: 'think',
        about: 'secrets',
        words: `${count} are sealed with an older key: "keys rotate"`,
      }
}

function admins({ sqlite }: Db, { ADMIN_USERNAME }: Env): Finding {
  const count = sqlite
    .prepare('select count(*) from admins where disabled_at is null')
    .pluck()
    .get()
  if (Number(count) > 0) return { is: 'ok', about: 'admins', words: `${count} may sign in` }
  return {
    is: ADMIN_USERNAME ? 'think' : 'wrong',
    about: 'admins',
    words: ADMIN_USERNAME
      ? `none yet: the next start makes "${ADMIN_USERNAME}"`
      : 'nobody can sign in to the back office: open the link that each start of the server prints, or "admin create NAME"',
  }
}

function mail({ sqlite }: Db): Finding {
  const waiting = sqlite
    .prepare("select count(*) from jobs where queue = 'email' and state in ('waiting', 'leased')")
    .pluck()
    .get()
  const dead = sqlite
    .prepare("select count(*) from jobs where queue = 'email' and state = 'dead'")
    .pluck()
    .get()
  const provider = sqlite.prepare('select email_provider from email_settings').pluck().get()
  if (!provider)
    return {
      is: 'think',
      about: 'mail',
      words: `not configured: ${waiting} emails wait. An administrator sets it under Email Settings`,
    }
  return {
    is: Number(dead) > 0 ? 'think' : 'ok',
    about: 'mail',
    words: `by ${provider}; ${waiting} emails wait, ${dead} failed`,
  }
}

/** Nothing while there are no endpoints. */
function webhooks({ sqlite }: Db): Finding[] {
  const counted = sqlite
    .prepare<[], { endpoints: number; stopped: number }>(
      `select count(*) as endpoints, count(*) filter (where disabled_for in ('gone', 'failing')) as stopped
       from webhook_endpoints`,
    )
    .get()
  if (!counted || counted.endpoints === 0) return []
  const { endpoints, stopped } = counted
  const failed = sqlite
    .prepare("select count(*) from jobs where queue = 'webhook' and state = 'dead'")
    .pluck()
    .get()
  return [
    {
      is: stopped > 0 || Number(failed) > 0 ? 'think' : 'ok',
      about: 'webhooks',
      words: `${endpoints} listed, ${stopped} disabled because of their answers; ${failed} events failed`,
    },
  ]
}

/** Nothing without a loss that was noticed in the last day. */
function lost(deps: Store): Finding[] {
  const events = lostEvents(deps)
  return events
    ? [{ is: 'wrong', about: 'lost', words: lostWords(deps.env.APP_TIMEZONE, events) }]
    : []
}

/** There is no other clock to compare with: the last record cannot be in the future or long ago. */
function clock(deps: Store): Finding {
  const about = 'clock'
  const doubt = clockDoubt(deps)
  if (doubt) return { is: 'think', about, words: clockWarning(deps, doubt) }
  const { APP_TIMEZONE } = deps.env
  const newest = deps.db.sqlite.prepare('select at from events order by seq desc limit 1')
  const last = Number(newest.pluck().get() ?? 0)
  const words = `it is ${longInstant(APP_TIMEZONE, deps.now())} in ${APP_TIMEZONE}`
  return last > deps.now() + minutes(1)
    ? {
        is: 'wrong',
        about,
        words: `${words}, but the last event is of ${longInstant(APP_TIMEZONE, last)}: set the clock`,
      }
    : { is: 'ok', about, words }
}
