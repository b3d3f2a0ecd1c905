import type { Db } from '#db/open.ts'
import { counted, mostLookedAt, numbersOf, type Phrase, phraseOf } from './search-pieces.ts'

/** Which applications are looked for; the text as `readText` leaves it. */
export type Search = { text: string; status: string | null; submittedSince: number | null }

export type Found = {
  seqs: number[]
  /** How many were counted, at most `countTo`. */
  count: number
  /** Whether there may be more than were counted. */
  isMinimum: boolean
  /** From where to go on, or `null` when everything was seen. */
  next: number | null
}

/**
 * Finds a text anywhere in business name, registration number (as typed or normalised) and main address, without case
 * (rule 266), newest first. The index knows the rows of a text, or few enough that each can be looked at; one or two
 * letters are looked for row by row. What is beyond the bound of one search comes with the next page. `before` is the
 * `next` of the page before, or `null`; `countTo` is no less than `limit`.
 */
export function searchApplications(
  db: Db,
  search: Search,
  { before, limit, countTo }: { before: number | null; limit: number; countTo: number },
): Found {
  const wanted = fold(search.text)
  const phrase = phraseOf(db, search.text)
  const { sql, values, isCertain } = statement(search, phrase)
  const prepared = db.sqlite.prepare<[object], Row>(sql)
  const rows = isCertain ? prepared.pluck() : prepared.raw()
  const found: Found = { seqs: [], count: 0, isMinimum: false, next: null }
  const { oldest, newest } = numbersOf(db)
  let from = before ?? newest + 1
  const span = phrase?.span ?? Number.POSITIVE_INFINITY
  const soon = Math.max(oldest, Math.floor(from - span))
  const late = Math.max(oldest, Math.floor(from - patience * span))
  const isApart = phrase && !phrase.isWhole
  const bound = isCertain ? countTo + 1 : mostLookedAt[isApart ? 'apart' : 'otherwise']
  let looked = 0
  for (const { rows: until, down } of [
    { rows: Math.min(countTo + 1, isApart ? counted : bound), down: soon },
    { rows: bound, down: soon },
    { rows: patience * bound, down: late },
  ]) {
    if ((isApart && found.next !== null) || (until > bound && found.count > 0)) break
    const most = until - looked
    const some = rows.all({ ...values, before: from, down, most })
    for (const row of some) if (fits(row, wanted)) count(found, seqOf(row), limit, countTo)
    if (found.isMinimum) return found
    from = some.length < most ? down : seqOf(some.at(-1) ?? from)
    if (from <= oldest) return found
    looked = until
  }
  return { ...found, isMinimum: true, next: found.next ?? from }
}

/** Who has found something waits no longer for the number of all; who has found nothing rather waits so many times as long. */
const patience = 4

function count(found: Found, seq: number, limit: number, countTo: number) {
  if (found.seqs.length < limit) found.seqs.push(seq)
  else found.next ??= found.seqs.at(-1) ?? null
  if (found.count === countTo) found.isMinimum = true
  else found.count += 1
}

/** A mere number is a row of which nothing has to be looked at: a thousand of them come three times as fast. */
type Row = number | [seq: number, isAsked: 0 | 1, ...texts: (string | null)[]]

const seqOf = (row: Row) => (typeof row === 'number' ? row : row[0])

/** In the order in which they are most often what was meant; the first that fits ends the look. */
const columns = ['a.business_name', 'a.main_email', 'a.co_registration', 'a.co_registration_key']

/**
 * Rows newest first, and what has to be looked at. What is asked for beside the text stands among the columns, not among
 * the conditions: rows that do not fit have to count as looked at, or a rare status would take all of them. An index
 * holds all that is looked at, so that a look does not read the whole application. The search index begins at a number
 * only when it comes as an integer.
 */
function statement({ status, submittedSince: since }: Search, phrase: Phrase | null) {
  const asked = [
    ...(status === null ? [] : ['a.status = @status']),
    ...(since === null ? [] : ['ifnull(a.submitted_at >= @since, 0)']),
  ]
  const texts = phrase?.isWhole ? [] : columns
  const rows = 'applications a indexed by applications_looked_at'
  const isCertain = asked.length + texts.length === 0
  const joined = isCertain ? '' : `cross join ${rows} on a.seq = s.rowid`
  const [from, number, match] = phrase
    ? [`applications_search s ${joined}`, 's.rowid', 'applications_search match @match and']
    : [rows, 'a.seq', '']
  return {
    isCertain,
    sql: `select ${isCertain ? number : [number, asked.join(' and ') || '1', ...texts].join(', ')}
          from ${from} where ${match} ${number} < cast(@before as integer) and ${number} >= cast(@down as integer)
          order by ${number} desc limit @most`,
    values: {
      ...(phrase && { match: phrase.match }),
      ...(status !== null && { status }),
      ...(since !== null && { since }),
    },
  }
}

/** A row has its texts when the index could not tell. SQLite itself knows no capitals beyond the English alphabet. */
function fits(row: Row, wanted: string): boolean {
  if (typeof row === 'number') return true
  const [, isAsked, ...texts] = row
  if (isAsked === 0 || texts.length === 0) return isAsked === 1
  return texts.some((text) => text !== null && fold(text).includes(wanted))
}

/** As the index folds it, for which a sigma is one letter wherever it stands in a word. */
const fold = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')
