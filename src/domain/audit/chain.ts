import { createHash, createHmac } from 'node:crypto'
import type { Db } from '#db/open.ts'
import type { Change } from '#db/schema/events.ts'
import type { HistoryHead } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
import { type Actor, accessSection } from '#src/domain/actor.ts'
import { days } from '#src/domain/calendar.ts'
import { actionIn, actionsWith, type StoredAction } from './actions.ts'
import { readAction } from './earlier-words.ts'
import { decryptAuditSecret, encryptedAuditSecret, readAuditSecret } from './installation.ts'

type ChainRow = {
  previousHash: string
  at: number
  actorKind: Actor['kind']
  actor: string
  action: StoredAction
  application: string | null
  section: string | null
  subject: string | null
  changesHash: string | null
}

type ChainBreak = { seq: number; why: string }

type ChainReport = {
  breaks: ChainBreak[]
  events: number
  erased: number
}

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
    // earlier versions had no subject
    ...(row.subject === null ? [] : [row.subject]),
  ]
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex')
}

type StoredValues = { changes: string; address: string | null; salt: string }

export const changesHashOf = ({ changes, address, salt }: StoredValues) =>
  createHash('sha256')
    .update(JSON.stringify([salt, address, changes]))
    .digest('hex')

const rowsAtOnce = 2000

/**
 * Returns each event that was edited, moved, removed or cut off. It reads in short batches, because a long read keeps
 * erased data in the write-ahead log. Throws when the keys are wrong.
 */
export function verifyChain({ db, keys }: Store): ChainReport {
  const { key } = readAuditSecret(db, keys)
  const read = stepsOf(db)
  const wasErased = erasuresOf(db)
  const breaks = belowFirst(db)
  const lost: Erasable[] = []
  let last: HistoryHead = { seq: 0, hash: '' }
  let events = 0
  let erased = 0
  for (;;) {
    const { rows, highest, sealed } = read(last.seq)
    for (const row of rows) {
      const { seq, action, application, section, at } = row
      breaks.push(...rowBroken(row, last, key))
      if (row.changes !== null || row.changesHash === null) breaks.push(...valuesBroken(row))
      else if (wasErased(row)) erased += 1
      else lost.push({ seq, action, application, section, at })
      last = { seq, hash: row.hash }
      events += 1
    }
    if (rows.length === rowsAtOnce) continue
    breaks.push(...endBroken(db, last, highest, decryptAuditSecret(keys, sealed).head))
    const isErased = erasuresOf(db)
    const unexplained = lost.filter((row) => !isErased(row))
    breaks.push(...unexplained.map(({ seq }) => ({ seq, why: withoutValues })))
    const inOrder = breaks.toSorted((one, other) => one.seq - other.seq)
    return { breaks: inOrder, events, erased: erased + lost.length - unexplained.length }
  }
}

function endBroken(db: Db, last: HistoryHead, highest: number, head: HistoryHead): ChainBreak[] {
  const hash = db.sqlite
    .prepare<[number], string>('select hash from events where seq = ?')
    .pluck()
    .get(head.seq)
  const end = Math.max(highest, head.seq)
  const unknown = 'was not written by Countersign: it follows the sealed end'
  return [
    ...(hash !== undefined && hash !== head.hash
      ? [{ seq: head.seq, why: 'is not the one that was sealed as the last' }]
      : []),
    ...(end > last.seq ? [missing(last.seq + 1, end)] : []),
    ...(last.seq > head.seq ? [{ seq: head.seq + 1, why: unknown }] : []),
  ]
}

const belowFirst = ({ sqlite }: Db): ChainBreak[] =>
  sqlite
    .prepare<[], number>('select seq from events where seq < 1 order by seq')
    .pluck()
    .all()
    .map((seq) => ({ seq, why: 'was not written by Countersign: the first has the number 1' }))

export const describeBreak = ({ seq, why }: ChainBreak) => `event ${seq} ${why}`

// numbers have no gaps: an event that is rolled back frees its number
const missing = (from: number, to: number): ChainBreak => ({
  seq: from,
  why: from === to ? 'is missing' : `is missing, and so is each up to ${to}`,
})

function rowBroken(row: StoredRow, before: HistoryHead, key: Buffer): ChainBreak[] {
  const { seq } = row
  const follows = seq === before.seq + 1
  const gap = follows ? [] : [missing(before.seq + 1, seq - 1)]
  if (follows && row.previousHash !== before.hash)
    return [{ seq, why: 'does not follow the row before it' }]
  return row.hash === chainHash(key, row) ? gap : [...gap, { seq, why: 'is not as it was written' }]
}

const withoutValues = 'has lost its values, and no later event says that they were erased'

const valuesBroken = ({ seq, changes, changesHash, ...values }: StoredRow): ChainBreak[] =>
  changes !== null && changesHash !== changesHashOf({ ...values, changes })
    ? [{ seq, why: 'has other values than it was written with' }]
    : []

type StoredRow = ChainRow & { seq: number; hash: string; changes: string | null } & Pick<
    StoredValues,
    'address' | 'salt'
  >

const storedRows = (subject: 'subject' | 'null') =>
  `select seq, at, actor_kind as actorKind, actor, action, events.application, section, ${subject} as subject,
    changes_hash as changesHash, previous_hash as previousHash, hash, changes, salt, address
  from events left join event_changes on event = seq`

/** `changes` is null after an erasure. */
export type ProvenEvent = Omit<StoredRow, 'changes' | 'changesHash' | 'previousHash' | 'salt'> & {
  changes: Change[] | null
}

export function provenEvents(
  { db, keys }: Pick<Store, 'db' | 'keys'>,
  where: string,
  ...parameters: (string | number)[]
): ProvenEvent[] {
  const { key } = readAuditSecret(db, keys)
  return db.sqlite
    .prepare<unknown[], StoredRow>(`${storedRows('subject')} where ${where} order by seq`)
    .all(...parameters)
    .filter((row) => row.hash === chainHash(key, row) && valuesBroken(row).length === 0)
    .map(({ changes, changesHash, previousHash: _, salt: __, ...row }) => ({
      ...row,
      ...readAction(row.action, row.subject),
      changes: changes === null ? (changesHash === null ? [] : null) : JSON.parse(changes),
    }))
}

export const valueIn = (changes: Change[] | null, field: string): string | null =>
  changes?.find((change) => change.field === field)?.after ?? null

type Erasable = Pick<StoredRow, 'seq' | 'action' | 'application' | 'section' | 'at'>

function stepsOf(db: Db) {
  const subject = hasSubjects(db) ? 'subject' : 'null'
  const rows = db.sqlite.prepare<[number, number], StoredRow>(
    `${storedRows(subject)} where seq > ? order by seq limit ?`,
  )
  return db.sqlite.transaction((after: number) => ({
    rows: rows.all(after, rowsAtOnce),
    highest: lastNumberGiven(db),
    sealed: encryptedAuditSecret(db),
  }))
}

/** Backups that earlier versions made have no such row. */
const hasSubjects = ({ sqlite }: Db) =>
  sqlite.prepare("select 1 from pragma_table_info('events') where name = 'subject'").get() !==
  undefined

export const accessRetention = days(400)

function erasuresOf({ sqlite }: Db): (row: Erasable) => boolean {
  const rows = sqlite
    .prepare<[], { application: string; seq: number }>(
      `select application, max(seq) as seq from events
      where ${actionIn(...actionsWith('erases'))} group by application`,
    )
    .all()
  const last = new Map(rows.map(({ application, seq }) => [application, seq]))
  const removed = sqlite
    .prepare<[], { at: number }>(
      `select max(at) as at from events where ${actionIn('addresses removed after their time')}`,
    )
    .get()
  const before = (removed?.at ?? 0) - accessRetention
  return ({ action, application, seq, section, at }) =>
    // this event names nobody, so it keeps its values after an erasure
    (action !== 'document sealed' && (last.get(application ?? '') ?? 0) > seq) ||
    (section === accessSection && at <= before)
}

/** Returns the highest number that SQLite has given, which shows when rows were cut off at the end. */
const lastNumberGiven = ({ sqlite }: Db) =>
  sqlite.prepare<[], { seq: number }>("select seq from sqlite_sequence where name = 'events'").get()
    ?.seq ?? 0
