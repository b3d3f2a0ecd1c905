import { createHash } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { checkDatabase } from '#db/copies.ts'
import { freeBytes } from '#db/files.ts'
import { type Db, openForReading } from '#db/open.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { verifyKey } from '#src/domain/audit/installation.ts'
import { databaseRestored } from '#src/domain/audit/witness.ts'
import { days, longInstant } from '#src/domain/calendar.ts'
import { mebibytes, spaceLimits } from '#src/domain/disk-space.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { errorMessage } from '#src/domain/refusal.ts'
import { OffSiteBusy, onRepository, ownSnapshots } from './off-site.ts'
import {
  checkRepository,
  copyName,
  offSiteFolder,
  openRepository,
  restoreSnapshot,
  type Snapshot,
  unlock,
} from './restic.ts'
import { type ComparedBackup, type HeldDrill, keepOffSite, offSite, storeOffSite } from './state.ts'

export async function runDrill(deps: Store, stopping: AbortSignal): Promise<HeldDrill> {
  try {
    const held = await onRepository(deps.env, () => tryOut(deps, stopping))
    await keep(deps, { held, failed: null, toldAt: null }, 'recovery drill held')
    return held
  } catch (error) {
    const reason = errorMessage(error)
    if (!stopping.aborted && !(error instanceof OffSiteBusy))
      await keep(deps, { failed: { at: deps.now(), reason } }, 'recovery drill failed')
    throw error
  }
}

type Kept = NonNullable<ReturnType<typeof offSite>>['drill']

const keep = (deps: Store, result: Partial<Kept>, action: string) =>
  keepOffSite(
    deps,
    ({ drill }) => ({ drill: { ...drill, ...result } }),
    (deps) => recordEvent(deps, { kind: 'system' }, { action }),
  )

async function tryOut(deps: Store, stopping: AbortSignal): Promise<HeldDrill> {
  const { env, now } = deps
  const began = performance.now()
  refuseWithoutSpace(deps)
  const id = offSite(deps)?.id
  if (id) await openRepository(env, id, stopping)
  await unlock(env, stopping)
  const snapshots = (await ownSnapshots(deps, stopping)).filter(({ madeAt }) => madeAt <= now())
  const [oldest, newest] = [snapshots[0], snapshots.at(-1)]
  if (!oldest || !newest) throw new Error('There is no backup of this installation')
  await checkRepository(env, now(), stopping)
  const backups: ComparedBackup[] = []
  for (const snapshot of newest === oldest ? [newest] : [newest, oldest])
    backups.push(await compareBackup(deps, snapshot, stopping))
  return { at: now(), backups, took: Math.round(performance.now() - began) }
}

function refuseWithoutSpace({ env, db }: Store) {
  const needed = 2 * statSync(db.path).size + spaceLimits.warn
  const free = freeBytes(env.DATA_DIR)
  if (free >= needed) return
  const [needs, has] = [needed, free].map((bytes) => Math.ceil(bytes / mebibytes(1)))
  throw new Error(
    `A drill needs ${needs} MiB of free space in ${env.DATA_DIR}, and ${has} are free`,
  )
}

async function compareBackup(
  deps: Store,
  { id, madeAt }: Snapshot,
  stopping: AbortSignal,
): Promise<ComparedBackup> {
  const folder = join(offSiteFolder(deps.env), 'restored')
  rmSync(folder, { recursive: true, force: true })
  await restoreSnapshot(deps.env, id, folder, stopping)
  const path = join(folder, copyName)
  await checkDatabase(path)
  stopping.throwIfAborted()
  const copy = openForReading(path)
  const live = openForReading(deps.db.path)
  try {
    // one from before has the key of then
    if (firstAfter(live, 'keys rotated', madeAt) === null) verifyKey(copy, deps.keys)
    const bytes = statSync(path).size
    return { id, madeAt, bytes, ...(await compare(copy, live, madeAt, stopping)) }
  } catch (error) {
    const reason = errorMessage(error)
    throw new Error(`Backup ${id.slice(0, 8)} of ${new Date(madeAt).toISOString()}: ${reason}`)
  } finally {
    copy.sqlite.close()
    live.sqlite.close()
  }
}

/** After a restore the histories are compared up to where they part. */
async function compare(copy: Db, live: Db, madeAt: number, stopping: AbortSignal) {
  const restored = firstAfter(live, databaseRestored, madeAt)
  const last = (restored ?? Number.POSITIVE_INFINITY) - 1
  const events = await compareRows(copy, live, history, last, stopping)
  const documents = await compareRows(copy, live, sealedDocuments, last, stopping)
  const pdfs = copy.sqlite.prepare<[], { id: number; pdf: Buffer; sha256: string }>(
    'select id, pdf, sha256 from documents where pdf is not null',
  )
  for (const { id, pdf, sha256 } of pdfs.iterate()) {
    if (createHash('sha256').update(pdf).digest('hex') !== sha256)
      throw new Error(`Document ${id} in it is not the file that was sealed`)
    await turn()
    stopping.throwIfAborted()
  }
  return { events, documents }
}

const firstAfter = ({ sqlite }: Db, action: string, at: number) =>
  sqlite
    .prepare<[string, number], number | null>(
      'select min(seq) from events where action = ? and at > ?',
    )
    .pluck()
    .get(action, at) ?? null

type Rows = { noun: string; table: string; number: string; mark: string; event: string }
type Row = { number: number; mark: string | null }

const history: Rows = { noun: 'event', table: 'events', number: 'seq', mark: 'hash', event: 'seq' }
const sealedDocuments: Rows = {
  ...{ noun: 'document', table: 'documents', number: 'id', event: 'event' },
  mark: 'sha256',
}

const rowsAtOnce = 2000

/** In short steps: a long read would keep erased data in the log. */
async function compareRows(
  copy: Db,
  live: Db,
  { noun, table, number, mark, event }: Rows,
  lastEvent: number,
  stopping: AbortSignal,
): Promise<number> {
  const highest = `select coalesce(max(seq), 0) from sqlite_sequence where name = '${table}'`
  const last = Number(copy.sqlite.prepare(highest).pluck().get())
  const read = ({ sqlite }: Db) =>
    sqlite.prepare<[number, number, number], Row>(
      `select ${number} as number, ${mark} as mark from ${table}
      where ${number} > ? and ${number} <= ? and ${event} <= ? order by ${number}`,
    )
  const [ofCopy, ofLive] = [read(copy), read(live)]
  let equal = 0
  for (let from = 0; from < last; from += rowsAtOnce) {
    const range = [from, Math.min(from + rowsAtOnce, last), Math.min(lastEvent, maxNumber)] as const
    const here = new Map(ofLive.all(...range).map(({ number, mark }) => [number, mark]))
    for (const { number, mark } of ofCopy.all(...range)) {
      const same = here.get(number)
      if (same === undefined)
        throw new Error(`The ${noun} ${number} in it is missing in the live database`)
      // what was not sealed yet may be by now
      if (mark !== null && same !== mark)
        throw new Error(`The ${noun} ${number} in it is not the ${noun} ${number} of the live one`)
      here.delete(number)
      equal += 1
    }
    const [extra] = here.keys()
    if (extra !== undefined)
      throw new Error(`The ${noun} ${extra} of the live database is missing in it`)
    await turn()
    stopping.throwIfAborted()
  }
  return equal
}

const maxNumber = Number.MAX_SAFE_INTEGER

const again = days(7)

export function emailFailedDrill(deps: Deps) {
  const { failed, held, toldAt } = offSite(deps)?.drill ?? {}
  if (!failed || (toldAt && toldAt <= deps.now() && deps.now() - toldAt < again)) return
  transact(deps, (deps) => {
    const known = offSite(deps)
    if (!known) return
    storeOffSite(deps, { ...known, drill: { ...known.drill, toldAt: deps.now() } })
    const last = held ? longInstant(deps.env.APP_TIMEZONE, held.at) : null
    enqueue(
      deps,
      { kind: 'drill-failed', reason: failed.reason, last },
      `drill-failed|${deps.now()}`,
    )
  })
}
