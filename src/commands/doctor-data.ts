import { existsSync, statSync } from 'node:fs'
import { copiesIn } from '#db/copies.ts'
import { openToOthers } from '#db/files.ts'
import { refuseForeignMigrations } from '#db/migrate.ts'
import { ofOtherUsers } from '#db/owner.ts'
import { isServed, volumeState } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
import { secretsByKey } from '#src/domain/audit/key-rotation.ts'
import { lastEventBefore } from '#src/domain/audit/witness.ts'
import { backupsOf, oldestGoodCopy } from '#src/domain/backup/local-copies.ts'
import { ownSnapshots } from '#src/domain/backup/off-site.ts'
import { folderOf, repositoryName } from '#src/domain/backup/restic.ts'
import { drillTrouble, lateOffSite, offSite } from '#src/domain/backup/state.ts'
import { days, hours, longInstant } from '#src/domain/calendar.ts'
import { clockDoubt, eventInTheFuture, startOf } from '#src/domain/clock.ts'
import { companyOf, hasName } from '#src/domain/company/company.ts'
import { newestOwn, readOperatorKey, waitsForClock } from '#src/domain/documents/certificates.ts'
import {
  lateDocuments,
  refusedDocuments,
  waitingDocuments,
} from '#src/domain/documents/stored-documents.ts'
import { failingEndpoints } from '#src/domain/integrations/webhook-endpoints.ts'
import { settingsRow } from '#src/domain/mailing/settings.ts'
import { lostEvents, lostWords } from '#src/domain/maintenance/data-folder.ts'
import { checkedWords, lastHistoryCheck } from '#src/domain/maintenance/history-check.ts'
import { runningServer } from '#src/domain/maintenance/running-server.ts'
import { copiesFrom, lastErasure } from '#src/domain/privacy/erased-copies.ts'
import { errorMessage } from '#src/domain/refusal.ts'
import type { Env } from '#src/env.ts'
import { type CommandContext, databaseOf, migrationsOf, withReadOnlyDatabase } from './command.ts'

export type Judged = { is: 'ok' | 'think' | 'wrong'; words: string }
type Finding = Judged & { about: string }

const judged =
  (is: Judged['is']) =>
  (words: string): Judged => ({ is, words })
export const ok = judged('ok')
export const think = judged('think')
export const wrong = judged('wrong')

type Check<Looked> = (at: Looked, context: CommandContext) => Judged | null | Promise<Judged | null>

export async function findings<Looked>(
  checks: Record<string, Check<Looked>>,
  at: Looked,
  context: CommandContext,
): Promise<Finding[]> {
  const results: Finding[] = []
  for (const [about, check] of Object.entries(checks)) {
    const judged = await attempt(() => check(at, context))
    if (judged) results.push({ about, ...judged })
  }
  return results
}

async function attempt(look: () => ReturnType<Check<unknown>>): Promise<Judged | null> {
  try {
    return await look()
  } catch (error) {
    return wrong(errorMessage(error))
  }
}

const storedChecks: Record<string, Check<Store>> = {
  data: schema,
  secrets,
  admins,
  mail,
  webhooks,
  'off-site': repository,
  forgetting,
  drill,
  documents,
  seal: ownCertificate,
  history,
  lost,
  clock,
  erased: copiesOfErased,
}

export async function storedFindings(env: Env, context: CommandContext): Promise<Finding[]> {
  const path = databaseOf(env)
  try {
    if (existsSync(path))
      return await withReadOnlyDatabase(env, context, path, (store) =>
        findings(storedChecks, store, context),
      )
    if (volumeState(env.DATA_DIR)) return []
    return [{ about: 'data', ...think('there is no database yet; the first start creates it') }]
  } catch (error) {
    return [{ about: 'data', ...wrong(errorMessage(error)) }]
  }
}

function schema({ db }: Store, context: CommandContext): Judged {
  const { shipped, recorded } = refuseForeignMigrations(db, migrationsOf(context))
  return shipped.length === recorded
    ? ok('opens with the key; its schema is up to date')
    : think('the next start changes the schema, after a backup')
}

function secrets({ db, keys }: Store): Judged {
  const others = [...secretsByKey(db)].filter(([id]) => id !== keys.currentId)
  const count = others.reduce((sum, [, secrets]) => sum + secrets, 0)
  return count === 0
    ? ok('all are encrypted with the current key')
    : think(`${count} are encrypted with an older key: run "keys rotate"`)
}

const count = ({ db }: Store, from: string) =>
  Number(db.sqlite.prepare(`select count(*) from ${from}`).pluck().get())

function admins(store: Store): Judged {
  const { ADMIN_USERNAME } = store.env
  const open = count(store, 'admins where disabled_at is null')
  if (open > 0) return ok(`${open} may sign in`)
  if (ADMIN_USERNAME) return think(`none yet: the next start creates "${ADMIN_USERNAME}"`)
  return wrong(
    'nobody can sign in to the back office: open the link that each start of the server prints, or "admin create NAME"',
  )
}

function mail(store: Store): Judged {
  const waiting = count(store, "jobs where queue = 'email' and state in ('waiting', 'leased')")
  const dead = count(store, "jobs where queue = 'email' and state = 'dead'")
  const provider = settingsRow(store)?.emailProvider
  if (!provider)
    return think(
      `not configured, so ${waiting} emails are waiting. An administrator can set it up under Email Settings`,
    )
  return (dead > 0 ? think : ok)(`by ${provider}; ${waiting} emails are waiting, ${dead} failed`)
}

function webhooks(store: Store): Judged | null {
  const endpoints = count(store, 'webhook_endpoints')
  if (endpoints === 0) return null
  const failing = failingEndpoints(store).length
  const failed = count(store, "jobs where queue = 'webhook' and state = 'dead'")
  const words = `${endpoints} listed, ${failing} failing; ${failed} events failed`
  return (failing + failed > 0 ? think : ok)(words)
}

function lost(store: Store): Judged | null {
  const events = lostEvents(store)
  return events && wrong(lostWords(store.env.APP_TIMEZONE, events))
}

function clock(store: Store): Judged {
  const doubt = doubtOf(store)
  if (doubt) return (eventInTheFuture(store) ? wrong : think)(doubt)
  const { APP_TIMEZONE } = store.env
  return ok(`it is ${longInstant(APP_TIMEZONE, store.now())} in ${APP_TIMEZONE}`)
}

/**
 * Returns the doubt about the clock that the running server noted within the last hour, or that a server would have
 * if it started now.
 */
function doubtOf(store: Store): string | null {
  const { db, env, now } = store
  const isRunning = isServed(env.DATA_DIR)
  const start = startOf(store, isRunning ? null : lastEventBefore(db, now()))
  const notedDoubt = isRunning ? (runningServer(store)?.clock ?? null) : null
  return clockDoubt({ ...store, start }) ?? notedDoubt
}

/** Without a check for two nights, either the check fails or the server does not get round to it. */
const overdueAfter = days(2)

export function history({ db, env: { DATA_DIR, APP_TIMEZONE }, now }: Store): Judged {
  const check = lastHistoryCheck(db)
  if (!check)
    return think('not checked yet: the server does so ten minutes after its start and every night')
  const { at, faults, first } = check
  const when = `checked on ${longInstant(APP_TIMEZONE, at)}`
  if (first !== null)
    return wrong(
      `a fault was found (${when}): ${first}${faults > 1 ? `, and ${faults - 1} more` : ''}. "verify" lists every fault`,
    )
  const words = `${checkedWords(check)}, ${when}`
  return isServed(DATA_DIR) && now() - at > overdueAfter
    ? think(`${words}. Look for "nightly check" in the log`)
    : ok(words)
}

const endsSoon = days(30)

function documents(store: Store): Judged {
  const [refused, ...more] = refusedDocuments(store)
  if (refused)
    return wrong(
      `the ${refused}${more.length > 0 ? `, and ${more.length} more` : ''}. Somebody has changed the database: "verify" lists the changes`,
    )
  const waiting = waitingDocuments(store)
  if (!waiting) return ok('none is waiting for its seal')
  const { documents, since } = waiting
  const waits = documents === 1 ? '1 is waiting' : `${documents} are waiting`
  const words = `${waits} for a seal, since ${longInstant(store.env.APP_TIMEZONE, since)}`
  if (!lateDocuments(store)) return ok(words)
  return think(
    `${words}. While the server runs, look for "a document could not be made" in the log`,
  )
}

export function ownCertificate(store: Store): Judged {
  const { env } = store
  // the server refuses to start with an operator's certificate that it cannot read
  const deps = { ...store, operatorKey: null }
  if (!env.DOCUMENT_PKCS12_FILE && waitsForClock(deps, doubtOf(store) === null))
    return wrong('no document is sealed while the clock may be wrong: see below')
  const { name } = companyOf(deps)
  if (!hasName(deps))
    return think(
      `documents are sealed as "${name}": save the company's name under Company, or set COMPANY_NAME`,
    )
  const newest = newestOwn(deps)
  if (!newest) return ok('the server makes its own certificate when it seals')
  return ok(
    `the server's own certificate for "${name}" expires on ${when(env, newest.expiresAt)}; the server replaces it 30 days earlier`,
  )
}

export async function operatorCertificate(env: Env, now: number): Promise<Judged | null> {
  try {
    const key = await readOperatorKey(env)
    if (!key) return null
    const end = longInstant(env.APP_TIMEZONE, key.expiresAt)
    const words = `the certificate of DOCUMENT_PKCS12_FILE ${key.expiresAt > now ? 'expires' : 'expired'} on ${end}`
    if (key.expiresAt <= now) return wrong(`${words}: the server's own certificate seals documents`)
    return key.expiresAt - now > endsSoon ? ok(words) : think(`${words}: get a new one`)
  } catch (error) {
    const words = 'DOCUMENT_PKCS12_FILE cannot be used, so the server does not start'
    return wrong(`${words}: ${errorMessage(error)}`)
  }
}

export function copies(env: Env, now: number): Judged {
  const folder = backupsOf(env)
  const { count, newest } = copiesIn(folder, now)
  if (newest === 0) {
    if (!existsSync(databaseOf(env))) return ok('nothing to copy yet')
    return think(`none in ${folder} yet: the server makes one every 6 hours`)
  }
  const age = now - newest
  const words = `${count} in ${folder}, the newest ${Math.round(age / hours(1))} hours old`
  if (age <= oldestGoodCopy) return ok(words)
  return wrong(`${words}. Look for "the backup failed" in the log`)
}

function forgetting(store: Store): Judged | null {
  const reason = !store.env.SEND_NOTHING && offSite(store)?.forgot?.reason
  return reason ? think(`old backups could not be removed: ${reason}`) : null
}

export async function repository(store: Store): Promise<Judged> {
  const { env } = store
  if (env.SEND_NOTHING) return think('no backup is sent while SEND_NOTHING is set')
  const repository = offSite(store)
  if (!repository)
    return think('BACKUP_REPOSITORY is not set: if this disk is lost, every backup is lost with it')
  const { sent, failed } = repository
  const name = repositoryName(env)
  const lastFailure = failed ? `. The last attempt failed: ${failed.reason}` : ''
  const snapshots = await ownSnapshots(store, new AbortController().signal, true).catch(
    errorMessage,
  )
  if (typeof snapshots === 'string') {
    const words = `${name} cannot be listed${lastFailure || `: ${snapshots}`}`
    return failed || sent ? wrong(words) : think(`not used yet; ${words}`)
  }
  const newest = snapshots.at(-1)
  const words = newest
    ? `${snapshots.length} ${snapshots.length === 1 ? 'backup' : 'backups'} in ${name}, the newest from ${when(env, newest.madeAt)}`
    : `no backup in ${name} yet`
  if (failed) return wrong(words + lastFailure)
  if (sent && lateOffSite(store)) return wrong(`${words}: there is one every hour`)
  const folder = folderOf(env)
  if (folder && onSameDisk(env.DATA_DIR, folder))
    return think(`${words}, on the same disk as ${env.DATA_DIR}`)
  return newest ? ok(words) : think(`${words}. Run "backup"`)
}

function onSameDisk(one: string, other: string) {
  try {
    return statSync(one).dev === statSync(other).dev
  } catch {
    return false
  }
}

function drill(store: Store): Judged | null {
  const repository = store.env.SEND_NOTHING ? null : offSite(store)
  if (!repository?.sent) return null
  const { held, failed } = repository.drill
  const last = held
    ? `the last one that succeeded was on ${when(store.env, held.at)}`
    : 'none has succeeded yet'
  if (failed) return wrong(`${last}. It failed on ${when(store.env, failed.at)}: ${failed.reason}`)
  if (drillTrouble(store)) return wrong(`${last}: there is one every week`)
  return held ? ok(last) : think(`not run yet: ${last}`)
}

export function copiesOfErased(store: Store): Judged | null {
  const last = lastErasure(store)
  const copies = last === null ? [] : copiesFrom(store.env, last, store.now())
  if (copies.length === 0) return null
  return think(`these still contain data of an erased person: ${copies.join('; ')}`)
}

export function rights({ DATA_DIR }: Env): Judged {
  const foreign = ofOtherUsers(DATA_DIR)
  if (foreign)
    return wrong(
      `the data belongs to ${foreign.user}, but these files do not: ${foreign.paths.slice(0, 5).join(', ')}${foreign.paths.length > 5 ? `, and ${foreign.paths.length - 5} more` : ''}. ${foreign.remedy}`,
    )
  const open = openToOthers(DATA_DIR)
  if (open.length === 0) return ok('only its owner can read the data')
  return think(
    `other users of this machine can read ${open.join(', ')}: the next start corrects the files its user owns; for others run chmod 600`,
  )
}

const when = ({ APP_TIMEZONE }: Env, at: number) => longInstant(APP_TIMEZONE, at)
