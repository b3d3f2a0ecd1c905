import { createHash, createHmac } from 'node:crypto'
import type { Db } from '#db/open.ts'
import type { Deps } from '#src/deps.ts'
import { access } from '#src/domain/actor.ts'
import { days } from '#src/domain/durations.ts'
import { readAuditSeal } from './installation.ts'

/** What a row of the chain is hashed over, beside the hash of the row before it. */
type ChainRow = {
  previousHash: string
  at: number
  actorKind: string
  actor: string
  action: string
  application: string | null
  section: string | null
  changesHash: string | null
}

type ChainBreak = { seq: number; why: string }

type ChainReport = {
  /** What is not as it was written, from the first event to the last; empty when the history is whole. */
  breaks: ChainBreak[]
  events: number
  /** How many events have lost their values to an erasure. */
  erased: number
}

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

/** The values beside an event as they are stored. */
type StoredValues = { changes: string; address: string | null; salt: string }

/** The hash under which an event keeps its values: over the text as it is stored. */
export const changesHashOf = ({ changes, address, salt }: StoredValues) =>
  createHash('sha256')
    .update(JSON.stringify([salt, address, changes]))
    .digest('hex')

/**
 * Checks every event and names each that was edited, moved, removed or cut off at the end. Values may be missing only
 * after a recorded erasure. Reads one moment, so writing may go on. Throws for wrong keys.
 */
export const verifyChain = (deps: Pick<Deps, 'db' | 'keys'>): ChainReport =>
  deps.db.sqlite.transaction(() => readChain(deps))()

function readChain({ db, keys }: Pick<Deps, 'db' | 'keys'>): ChainReport {
  const { key, head } = readAuditSeal(db, keys)
  const mayBeErased = erasuresOf(db)
  const breaks: ChainBreak[] = []
  let before = { seq: 0, hash: '' }
  let events = 0
  let erased = 0
  for (const row of chainRows(db)) {
    const { seq } = row
    const follows = row.seq === before.seq + 1
    if (!follows) breaks.push(missing(before.seq + 1, seq - 1))
    if (follows && row.previousHash !== before.hash)
      breaks.push({ seq, why: 'does not follow the row before it' })
    else if (row.hash !== chainHash(key, row)) breaks.push({ seq, why: 'is not as it was written' })
    if (row.changes === null && row.changesHash !== null && mayBeErased(row)) erased += 1
    else breaks.push(...valuesBroken(row))
    if (seq === head.seq && row.hash !== head.hash)
      breaks.push({ seq, why: 'is not the one that was sealed as the last' })
    before = row
    events += 1
  }
  const last = Math.max(lastNumberGiven(db), head.seq)
  if (last > before.seq) breaks.push(missing(before.seq + 1, last))
  if (before.seq > head.seq)
    breaks.push({
      seq: head.seq + 1,
      why: 'was not written by Countersign: it follows the sealed end',
    })
  return { breaks, events, erased }
}

/** A broken event in words: "event 4 is missing". */
export const describeBreak = ({ seq, why }: ChainBreak) => `event ${seq} ${why}`

// numbers have no gaps: an event that is rolled back frees its number
const missing = (from: number, to: number): ChainBreak => ({
  seq: from,
  why: from === to ? 'is missing' : `is missing, and so is each up to ${to}`,
})

function valuesBroken({ seq, changes, changesHash, ...beside }: StoredRow): ChainBreak[] {
  if (changes === null && changesHash !== null)
    return [{ seq, why: 'has lost its values, and no later event says that they were erased' }]
  if (changes !== null && changesHash !== changesHashOf({ ...beside, changes }))
    return [{ seq, why: 'has other values than it was written with' }]
  return []
}

/** Actions after which the values of an application's earlier events may be missing. */
const erasingActions = [
  'draft deleted',
  'draft deleted by link',
  'idle draft removed',
  'application removed after its time',
  'person erased',
] as const

export type ErasingAction = (typeof erasingActions)[number]

type StoredRow = ChainRow & { seq: number; hash: string; changes: string | null } & Pick<
    StoredValues,
    'address' | 'salt'
  >

/** Row by row, because a million events do not belong in memory; the values as the text that was hashed. */
const chainRows = (db: Db) =>
  db.sqlite
    .prepare<[], StoredRow>(
      `select seq, at, actor_kind as actorKind, actor, action, application, section,
        changes_hash as changesHash, previous_hash as previousHash, hash, changes, salt, address
      from events left join event_changes on event = seq order by seq`,
    )
    .iterate()

/** How long the addresses of sign-ins and reads are kept. */
export const accessKept = days(400)

export const addressesRemoved = 'addresses removed after their time'

/** Whether a later event says that the values of this one were erased. */
function erasuresOf({ sqlite }: Db): (row: StoredRow) => boolean {
  const rows = sqlite
    .prepare<string[], { application: string; seq: number }>(
      `select application, max(seq) as seq from events
      where action in (${erasingActions.map(() => '?').join(', ')}) group by application`,
    )
    .all(...erasingActions)
  const last = new Map(rows.map(({ application, seq }) => [application, seq]))
  const removed = sqlite
    .prepare<[string], { at: number }>('select max(at) as at from events where action = ?')
    .get(addressesRemoved)
  const before = (removed?.at ?? 0) - accessKept
  return ({ application, seq, section, at }) =>
    (last.get(application ?? '') ?? 0) > seq || (section === access && at <= before)
}

/** SQLite stores the highest number it gave, so rows that were cut off at the end are noticed as well. */
const lastNumberGiven = ({ sqlite }: Db) =>
  sqlite.prepare<[], { seq: number }>("select seq from sqlite_sequence where name = 'events'").get()
    ?.seq ?? 0
