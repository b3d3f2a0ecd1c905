import { createHash, createHmac } from 'node:crypto'
import type { Db } from '#db/open.ts'
import type { Deps } from '#src/deps.ts'
import { auditKey } from './installation.ts'

/** What a row of the chain is hashed over, beside the hash of the row before it. */
export type ChainRow = {
  previousHash: string
  at: number
  actorKind: string
  actor: string
  action: string
  application: string | null
  section: string | null
  changesHash: string | null
}

export type ChainReport =
  | { ok: true; events: number; erased: number }
  | { ok: false; seq: number; why: string }

/** The hash of an event's row over the one before it; the order of the parts is fixed. */
export function chainHash(key: Buffer, row: ChainRow): string {
  const parts = [
    row.previousHash,
    row.at,
    row.actorKind,
    row.actor,
    row.action,
    row.application,
    row.section,
    row.changesHash,
  ]
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex')
}

/** The hash under which an event keeps its old and new values: over the text as it is stored. */
export const changesHashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Goes through every event from the first and names the first row that is not as it was written: edited, out of
 * place, missing, or cut off at the end. Values may be missing where a later event says that the application's were
 * erased; those are counted. Throws when the key does not open the chain's own.
 */
export function verifyChain({ db, keys }: Pick<Deps, 'db' | 'keys'>): ChainReport {
  const key = auditKey(db, keys)
  const erasures = erasuresOf(db)
  let previousHash = ''
  let last = 0
  let erased = 0
  for (const row of chainRows(db)) {
    const broken = (why: string): ChainReport => ({ ok: false, seq: row.seq, why })
    // Numbers are given without gaps: a rolled-back event gives its number back.
    if (row.seq !== last + 1) return { ok: false, seq: last + 1, why: 'is missing' }
    if (row.previousHash !== previousHash) return broken('does not follow the row before it')
    if (row.hash !== chainHash(key, row)) return broken('is not as it was written')
    if (row.changes === null) {
      if (row.changesHash !== null) {
        if (!((erasures.get(row.application ?? '') ?? 0) > row.seq))
          return broken('has lost its values, and no later event says that they were erased')
        erased += 1
      }
    } else if (row.changesHash !== changesHashOf(row.changes)) {
      return broken('has other values than it was written with')
    }
    previousHash = row.hash
    last = row.seq
  }
  const given = lastNumberGiven(db)
  if (given > last) return { ok: false, seq: last + 1, why: 'is missing' }
  return { ok: true, events: last, erased }
}

/** Actions of events after which the values of an application's earlier ones may be gone. */
export const erasingActions = [
  'draft deleted',
  'draft deleted by link',
  'idle draft removed',
  'application removed after its time',
  'person erased',
] as const

export type ErasingAction = (typeof erasingActions)[number]

type StoredRow = ChainRow & { seq: number; hash: string; changes: string | null }

/** Row by row, the values as the text that was hashed: a million events must not lie in memory at once. */
const chainRows = ({ sqlite }: Db) =>
  sqlite
    .prepare<[], StoredRow>(
      `select seq, at, actor_kind as actorKind, actor, action, application, section,
        changes_hash as changesHash, previous_hash as previousHash, hash, changes
      from events left join event_changes on event = seq order by seq`,
    )
    .iterate()

/** For each application the number of the last event that erased values of it. */
function erasuresOf({ sqlite }: Db): Map<string, number> {
  const rows = sqlite
    .prepare<string[], { application: string; seq: number }>(
      `select application, max(seq) as seq from events
      where action in (${erasingActions.map(() => '?').join(', ')}) group by application`,
    )
    .all(...erasingActions)
  return new Map(rows.map(({ application, seq }) => [application, seq]))
}

/** SQLite remembers the highest number it gave, so that rows cut off at the end are missed as well. */
const lastNumberGiven = ({ sqlite }: Db) =>
  sqlite.prepare<[], { seq: number }>("select seq from sqlite_sequence where name = 'events'").get()
    ?.seq ?? 0
