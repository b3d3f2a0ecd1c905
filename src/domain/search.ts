import type { Db } from '#db/open.ts'
import { cleanText } from '#src/forms/text.ts'
import { rarestPieces } from './search-pieces.ts'

/** Which applications are looked for, and from which one on (exclusive, by their running number, newest first). */
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
 * How many rows one search looks at, so that its time has a bound; the rest comes with the next page. Who has found
 * something waits no longer for the number of all; who has found nothing would rather wait.
 */
const mostLookedAt = { withHits: 1400, without: 5000 }

/**
 * Finds a text anywhere in business name, registration number (as typed or normalised) and main address, without case
 * (contract 5.20), newest first. The index finds rows that have the text's rarest pieces of three letters, and each is
 * looked at unless the text is such a piece itself; shorter texts are looked for row by row.
 */
export function searchApplications(
  db: Db,
  search: Search,
  { before, limit, countTo }: { before: number | null; limit: number; countTo: number },
): Found {
  const text = cleanText(search.text, false)
  const { sql, values } = statement(db, search, text)
  const rows = db.sqlite.prepare<[object], Row>(sql).raw()
  const found: Found = { seqs: [], count: 0, isMinimum: false, next: null }
  let from = before ?? Number.MAX_SAFE_INTEGER
  let looked = 0
  for (const until of [countTo + 1, mostLookedAt.withHits, mostLookedAt.without]) {
    if (until === mostLookedAt.without && found.count > 0) break
    const some = rows.all({ ...values, before: from, most: until - looked })
    for (const row of some) if (fits(row, text)) count(found, row[0], limit, countTo)
    if (found.isMinimum || some.length < until - looked) return found
    from = some.at(-1)?.[0] ?? from
    looked = until
  }
  return { ...found, isMinimum: true, next: found.next ?? from }
}

function count(found: Found, seq: number, limit: number, countTo: number) {
  if (found.seqs.length < limit) found.seqs.push(seq)
  else found.next ??= found.seqs.at(-1) ?? null
  if (found.count === countTo) found.isMinimum = true
  else found.count += 1
}

type Row = [seq: number, fits: 0 | 1, ...texts: (string | null)[]]

/** In the order in which they are most often what was meant; the first that fits ends the look. */
const columns = ['a.business_name', 'a.main_email', 'a.co_registration', 'a.co_registration_key']

/**
 * Rows newest first, and whether each fits. What is asked for beside the text stands among the columns, not among the
 * conditions: rows that do not fit have to count as looked at, or a rare status would take all of them. An index holds
 * all that is looked at, so that a look does not read the whole application.
 */
function statement(db: Db, { status, submittedSince: since }: Search, text: string) {
  const letters = [...text]
  const byIndex = letters.length >= 3
  const isPiece = letters.length === 3
  const asked = [
    ...(status === null ? [] : ['a.status = @status']),
    ...(since === null ? [] : ['ifnull(a.submitted_at >= @since, 0)']),
    ...(isPiece
      ? []
      : [
          `case ${columns.map((name) => `when ${name} like @like escape '\\' then 1`).join(' ')} else 0 end`,
        ]),
  ]
  const rows = 'applications a indexed by applications_looked_at'
  const from = byIndex
    ? `applications_search s ${asked.length > 0 ? `cross join ${rows} on a.seq = s.rowid` : ''}`
    : rows
  const number = byIndex ? 's.rowid' : 'a.seq'
  const match = byIndex ? 'applications_search match @pieces and' : ''
  const seen = isPiece || isAscii(text) ? [] : columns
  return {
    sql: `select ${[number, asked.join(' and ') || '1', ...seen].join(', ')}
          from ${from} where ${match} ${number} < @before order by ${number} desc limit @most`,
    values: {
      ...(byIndex && { pieces: rarestPieces(db, letters) }),
      ...(!isPiece && { like: likeness(letters) }),
      ...(status !== null && { status }),
      ...(since !== null && { since }),
    },
  }
}

/** LIKE knows capitals of the English alphabet only: any other letter may be any letter, and is looked at again. */
const likeness = (letters: string[]) =>
  `%${letters.map((letter) => (isAscii(letter) ? letter.replace(/[\\%_]/, '\\$&') : '_')).join('')}%`

/** Rows have texts when LIKE could not tell. */
const fits = ([, likely, ...texts]: Row, wanted: string) =>
  likely === 1 &&
  (texts.length === 0 || texts.some((text) => text !== null && fold(text).includes(fold(wanted))))

const isAscii = (text: string) => /^[\u0020-\u007e]*$/.test(text)

const fold = (text: string) => text.toLowerCase()
