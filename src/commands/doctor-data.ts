import { existsSync, statSync } from 'node:fs'
import { desc, isNotNull } from 'drizzle-orm'
import { copiesIn } from '#db/copies.ts'
import { openToOthers } from '#db/files.ts'
import { refuseForeignMigrations } from '#db/migrate.ts'
import type { Db } from '#db/open.ts'
import { openForReading } from '#db/open.ts'
import { documentCertificates } from '#db/schema/documents.ts'
import { isServed, volumeState } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
import { verifyKey } from '#src/domain/audit/installation.ts'
import { secretsByKey } from '#src/domain/audit/key-rotation.ts'
import { ownSnapshots } from '#src/domain/backup/off-site.ts'
import { folderOf, repositoryName } from '#src/domain/backup/restic.ts'
import { backupsOf, oldestGoodCopy } from '#src/domain/backup/schedule.ts'
import { drillTrouble, lateOffSite, offSite } from '#src/domain/backup/state.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { companyOf, hasName } from '#src/domain/company/company.ts'
import { newestOwn, readOperatorKey, waitsForClock } from '#src/domain/documents/certificates.ts'
import { lateDocuments, waitingDocuments } from '#src/domain/documents/stored-documents.ts'
import { days, hours, minutes } from '#src/domain/durations.ts'
import { clockDoubt, clockWarning } from '#src/domain/maintenance/clock.ts'
import { createStore, lostEvents, lostWords } from '#src/domain/maintenance/data-folder.ts'
import { lastHistoryCheck } from '#src/domain/maintenance/history-check.ts'
import type { Env } from '#src/env.ts'
import { certificateName, nameIn } from '#src/pdf/seal/seal-key.ts'
import { loadKeys } from '#src/security/keys.ts'
import { type CommandContext, databaseOf, migrationsOf } from './command.ts'
import type { Finding } from './doctor.ts'
import { copiesFrom, cutOffIn, lastErasure } from './person.ts'

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

/** Two nights without a check: it fails, or the server does not come to it. */
const late = days(2)

export function historyFinding({ db, env: { DATA_DIR, APP_TIMEZONE }, now }: Store): Finding {
  const about = 'history'
  const check = lastHistoryCheck(db)
  if (!check)
    return {
      is: 'think',
      about,
      words: 'not checked yet: the server does so ten minutes after its start and every night',
    }
  const { at, events, faults, first } = check
  const when = `checked on ${longInstant(APP_TIMEZONE, at)}`
  if (first !== null)
    return {
      is: 'wrong',
      about,
      words: `a fault was found (${when}): ${first}${faults > 1 ? `, and ${faults - 1} more` : ''}. "verify" names every fault`,
    }
  const words = `${events} events are whole, ${when}`
  return isServed(DATA_DIR) && now() - at > late
    ? {
        is: 'think',
        about,
        words: `${words}. Look for "nightly check" in the log`,
      }
    : { is: 'ok', about, words }
}

/** An authority takes some days to issue the next certificate. */
const endsSoon = days(30)

export function documentsFinding(store: Store): Finding {
  const about = 'documents'
  const waiting = waitingDocuments(store)
  if (!waiting) return { is: 'ok', about, words: 'none waits to be sealed' }
  const { documents, since } = waiting
  const waits = documents === 1 ? '1 waits' : `${documents} wait`
  const words = `${waits} to be sealed, since ${longInstant(store.env.APP_TIMEZONE, since)}`
  if (!lateDocuments(store)) return { is: 'ok', about, words }
  return {
    is: 'think',
    about,
    words: `${words}. While the server runs, look for "a document could not be made" in the log`,
  }
}

export function ownCertificateFinding(store: Store): Finding {
  const { db, env } = store
  const about = 'seal'
  // the server refuses to start with an operator's certificate that it cannot read
  const deps = { ...store, operatorKey: null }
  if (!env.DOCUMENT_PKCS12_FILE && waitsForClock(deps, clockDoubt(deps) === null))
    return {
      is: 'wrong',
      about,
      words: 'no document is sealed while the clock is in doubt: see below',
    }
  const { name } = companyOf(deps)
  if (!hasName(deps))
    return {
      is: 'think',
      about,
      words: `documents are sealed as "${name}": save the company's name under Company, or set COMPANY_NAME`,
    }
  const newest =
    newestOwn(deps) ??
    db.orm
      .select({ pem: documentCertificates.pem, expiresAt: documentCertificates.expiresAt })
      .from(documentCertificates)
      .where(isNotNull(documentCertificates.keySealed))
      .orderBy(desc(documentCertificates.createdAt))
      .limit(1)
      .get()
  if (!newest)
    return { is: 'ok', about, words: 'the server makes its own certificate when it seals' }
  const present = certificateName(name)
  const named = nameIn(newest.pem)
  if (named !== present)
    return {
      is: 'think',
      about,
      words: `the newest own certificate names "${named}", the pages "${present}": the server makes another before it seals again`,
    }
  const end = longInstant(env.APP_TIMEZONE, newest.expiresAt)
  const words = `the own certificate for "${named}" ends on ${end}; the server replaces it 30 days before`
  return { is: 'ok', about, words }
}

export async function operatorCertificateFindings(env: Env, now: number): Promise<Finding[]> {
  const about = 'seal'
  try {
    const key = await readOperatorKey(env)
    if (!key) return []
    const end = longInstant(env.APP_TIMEZONE, key.expiresAt)
    if (key.expiresAt <= now) {
      const words = `the certificate of DOCUMENT_PKCS12_FILE ended on ${end}: the own one seals documents`
      return [{ is: 'wrong', about, words }]
    }
    const words = `the certificate of DOCUMENT_PKCS12_FILE ends on ${end}`
    return key.expiresAt - now > endsSoon
      ? [{ is: 'ok', about, words }]
      : [{ is: 'think', about, words: `${words}: get the next one` }]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const words = `DOCUMENT_PKCS12_FILE cannot be used, so the server does not start: ${reason}`
    return [{ is: 'wrong', about, words }]
  }
}

export function copiesFinding(env: Env, now: number): Finding {
  const about = 'backups'
  const folder = backupsOf(env)
  const { count, newest } = copiesIn(folder, now)
  if (newest === 0) {
    if (!existsSync(databaseOf(env))) return { is: 'ok', about, words: 'nothing to copy yet' }
    return think(about, `none in ${folder} yet: the server makes one every 6 hours`)
  }
  const age = now - newest
  const words = `${count} in ${folder}, the newest ${Math.round(age / hours(1))} hours old`
  if (age <= oldestGoodCopy) return { is: 'ok', about, words }
  return { is: 'wrong', about, words: `${words}. Look for "the backup failed" in the log` }
}

export async function offSiteFindings(store: Store): Promise<Finding[]> {
  const about = 'off-site'
  const { env } = store
  if (env.SEND_NOTHING) return [think(about, 'no backup is sent while SEND_NOTHING is set')]
  const known = offSite(store)
  if (!known)
    return [
      think(
        about,
        'BACKUP_REPOSITORY is not set: if this disk is lost, every backup is lost with it',
      ),
    ]
  const name = repositoryName(env)
  const held = await ownSnapshots(store, new AbortController().signal, true).catch(
    (error): Error => error,
  )
  const newest = Array.isArray(held) ? held.at(-1) : undefined
  const words = newest
    ? `${(held as unknown[]).length} backups in ${name}, the newest of ${when(env, newest.madeAt)}`
    : held instanceof Error
      ? `${name} cannot be listed`
      : `no backup in ${name} yet`
  return [sendingFinding(), ...forgettingFinding(), ...drillFindings(store)]

  function sendingFinding(): Finding {
    if (known?.failed)
      return wrong(about, `${words}. The last attempt failed: ${known.failed.reason}`)
    if (held instanceof Error && known?.sent)
      return wrong(about, `${name} cannot be listed: ${held.message}`)
    if (held instanceof Error)
      return think(about, `not used yet; ${name} cannot be listed: ${held.message}`)
    if (known?.sent && lateOffSite(store)) return wrong(about, `${words}: there is one every hour`)
    const folder = folderOf(env)
    if (folder && onSameDisk(env.DATA_DIR, folder))
      return think(about, `${words}, on the same disk as ${env.DATA_DIR}`)
    return newest ? { is: 'ok', about, words } : think(about, `${words}. Run "backup"`)
  }

  function forgettingFinding(): Finding[] {
    const reason = known?.forgot?.reason
    return reason ? [think(about, `old backups could not be forgotten: ${reason}`)] : []
  }
}

function onSameDisk(one: string, other: string) {
  try {
    return statSync(one).dev === statSync(other).dev
  } catch {
    return false
  }
}

function drillFindings(store: Store): Finding[] {
  const about = 'drill'
  const known = offSite(store)
  if (!known?.sent) return []
  const { held, failed } = known.drill
  const last = held
    ? `the last one that held was on ${when(store.env, held.at)}`
    : 'none has held yet'
  if (failed)
    return [wrong(about, `${last}. It failed on ${when(store.env, failed.at)}: ${failed.reason}`)]
  if (drillTrouble(store)) return [wrong(about, `${last}: there is one every week`)]
  return [held ? { is: 'ok', about, words: last } : think(about, `not run yet: ${last}`)]
}

/** Copies that were cut off, and copies that still hold somebody who was erased. */
export function copyFindings(store: Store): Finding[] {
  const { env, now } = store
  const erased = lastErasure(store)
  const held = erased === null ? [] : copiesFrom(env, erased, now())
  const cutOff = cutOffIn(env)
  return [
    ...(held.length > 0
      ? [think('erased', `these still hold data of an erased person: ${held.join('; ')}`)]
      : []),
    ...(cutOff.length > 0
      ? [
          think(
            'cut off',
            `${cutOff.join(', ')}: the server removes them when it starts or makes its next copy`,
          ),
        ]
      : []),
  ]
}

export function rightsFinding({ DATA_DIR }: Env): Finding {
  const open = openToOthers(DATA_DIR)
  if (open.length === 0)
    return { is: 'ok', about: 'rights', words: 'nobody else may read the data' }
  return think(
    'rights',
    `other users of this machine can read ${open.join(', ')}: the next start corrects the files its user owns; for others run chmod 600`,
  )
}

const when = ({ APP_TIMEZONE }: Env, at: number) => longInstant(APP_TIMEZONE, at)
const think = (about: string, words: string): Finding => ({ is: 'think', about, words })
const wrong = (about: string, words: string): Finding => ({ is: 'wrong', about, words })
