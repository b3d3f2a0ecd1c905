import type { Db } from '#db/open.ts'
import { restoreBefore } from '#src/domain/audit/witness.ts'

/**
 * What a copy does not hold as the live database does, of everything from before the copy, in words. Reads the live
 * database in short steps: a long one would keep erased data in its log.
 */
export function differences(copy: Db, live: Db): string[] {
  const last = numberOf(copy, 'select coalesce(max(seq), 0) from events')
  return [
    ...historyDifference(copy, live, last),
    ...rowsMissing(copy, live, applicationRows),
    ...rowsMissing(copy, live, documentRows),
    ...otherHashes(copy, live),
  ]
}

type Row = { number: number; mark: string | null }
type Rows = { table: string; number: string; mark: string }

/** Rows are compared by numbers that are never given twice, and by what does not change in the life of a row. */
const applicationRows: Rows = { table: 'applications', number: 'seq', mark: 'id' }
const documentRows: Rows = {
  table: 'documents',
  number: 'id',
  mark: "application || ' ' || kind || ' ' || event",
}
const sealedRows: Rows = { table: 'documents', number: 'id', mark: 'sha256' }

const rowsAtOnce = 2000

/** The first event that differs: each hash covers the events before it, so all later ones differ too. */
function historyDifference(copy: Db, live: Db, last: number): string[] {
  const rows: Rows = { table: 'events', number: 'seq', mark: 'hash' }
  for (const [ofCopy, ofLive] of inSteps(copy, live, rows, last)) {
    const here = marksOf(ofLive)
    const there = marksOf(ofCopy)
    const other = ofCopy.find(({ number, mark }) => here.get(number) !== mark)
    if (other) return [`${otherEvent(other, here)}${restoredIn(live, last)}`]
    const added = ofLive.find(({ number }) => !there.has(number))
    if (added) return [`Event ${added.number} of the history here is missing in the copy`]
  }
  return []
}

const otherEvent = ({ number }: Row, here: Map<number, unknown>) =>
  here.has(number)
    ? `Event ${number} of the copy is not event ${number} of the history here`
    : `Event ${number} of the copy is missing in the history here`

function restoredIn(live: Db, last: number): string {
  const restore = restoreBefore(live, { event: last, hash: '' })
  if (!restore) return ''
  return `. A backup was restored here (event ${restore.event}): only a copy from after that can be compared`
}

/** Rows that were made before the copy: their numbers had been given. One that was erased since is in the copy alone. */
function rowsMissing(copy: Db, live: Db, rows: Rows): string[] {
  const faults: string[] = []
  for (const [ofCopy, ofLive] of inSteps(copy, live, rows, given(copy, rows.table))) {
    const there = marksOf(ofCopy)
    for (const { number, mark } of ofLive)
      if (there.get(number) !== mark)
        faults.push(`Row ${number} of ${rows.table} is not in the copy as it is here`)
  }
  return faults
}

/** A document that is sealed in the copy has the same hash here for ever, also after an erasure. */
function otherHashes(copy: Db, live: Db): string[] {
  const faults: string[] = []
  for (const [ofCopy, ofLive] of inSteps(copy, live, sealedRows, given(copy, 'documents'))) {
    const here = marksOf(ofLive)
    for (const { number, mark } of ofCopy)
      if (mark !== null && here.get(number) !== mark)
        faults.push(`Document ${number} has another hash in the copy than here`)
  }
  return faults
}

const marksOf = (rows: Row[]) => new Map(rows.map(({ number, mark }) => [number, mark]))

/** The rows of both with numbers up to `last`, for the same range of numbers at a time. */
function* inSteps(
  copy: Db,
  live: Db,
  { table, number, mark }: Rows,
  last: number,
): Generator<[ofCopy: Row[], ofLive: Row[]]> {
  const read = ({ sqlite }: Db) =>
    sqlite.prepare<[number, number], Row>(
      `select ${number} as number, ${mark} as mark from ${table}
      where ${number} > ? and ${number} <= ? order by ${number}`,
    )
  const [ofCopy, ofLive] = [read(copy), read(live)]
  for (let from = 0; from < last; from += rowsAtOnce) {
    const to = Math.min(from + rowsAtOnce, last)
    yield [ofCopy.all(from, to), ofLive.all(from, to)]
  }
}

/** The highest number that a table had given when the copy was made. */
const given = (copy: Db, table: string) =>
  numberOf(copy, `select coalesce(max(seq), 0) from sqlite_sequence where name = '${table}'`)

const numberOf = ({ sqlite }: Db, sql: string) => Number(sqlite.prepare(sql).pluck().get())
