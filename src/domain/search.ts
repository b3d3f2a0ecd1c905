import type { Db } from '#db/open.ts'
import { cleanText } from '#src/forms/text.ts'

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

/** How many rows one search looks at, so that its time has a bound; the rest comes with the next page. */
const mostLookedAt = 2000
/** The index knows pieces of three letters; a text's first sixteen narrow enough. */
const piece = 3
const mostPieces = 16

/**
 * Finds a text anywhere in business name, registration number (as typed or normalised) and main address, without case
 * (contract 5.20), newest first. The index finds rows that have all the text's pieces of three letters, each is then
 * looked at; shorter texts are looked for row by row.
 */
export function searchApplications(
  { sqlite }: Db,
  search: Search,
  { before, limit, countTo }: { before: number | null; limit: number; countTo: number },
): Found {
  const wanted = fold(cleanText(search.text, false))
  const letters = [...wanted]
  const { sql, values } = statement(search, letters, before)
  const found: Found = { seqs: [], count: 0, isMinimum: false, next: null }
  let looked = 0
  let last = 0
  for (const row of sqlite.prepare<object[], Row>(sql).raw().iterate(values)) {
    if (looked === mostLookedAt) {
      found.isMinimum = true
      found.next ??= last
      break
    }
    looked += 1
    const [seq, fits, ...texts] = row
    last = seq
    if (!fits || !texts.some((text) => text !== null && fold(text).includes(wanted))) continue
    if (found.seqs.length < limit) found.seqs.push(seq)
    else found.next ??= found.seqs.at(-1) ?? null
    if (found.count === countTo) {
      found.isMinimum = true
      break
    }
    found.count += 1
  }
  return found
}

type Row = [seq: number, fits: 0 | 1 | null, ...texts: (string | null)[]]

const columns = 'a.business_name, a.co_registration, a.main_email, a.co_registration_key'

/**
 * Rows newest first, by the index when there are three letters. What else is asked for stands among the columns, not
 * among the conditions: rows that do not fit have to count as looked at, or a rare status would take all of them.
 */
function statement({ status, submittedSince }: Search, letters: string[], before: number | null) {
  const byIndex = letters.length >= piece
  const from = byIndex
    ? 'applications_search s cross join applications a on a.seq = s.rowid'
    : 'applications a'
  const number = byIndex ? 's.rowid' : 'a.seq'
  const match = byIndex ? 'applications_search match @pieces and' : ''
  return {
    sql: `select a.seq, (@status is null or a.status = @status)
            and (@since is null or a.submitted_at >= @since), ${columns}
          from ${from} where ${match} ${number} < @before order by ${number} desc`,
    values: {
      ...(byIndex && { pieces: piecesOf(letters) }),
      status,
      since: submittedSince,
      before: before ?? Number.MAX_SAFE_INTEGER,
    },
  }
}

/** Every piece of three letters in quotes, joined by AND: the index keeps no places, so no longer phrase. */
function piecesOf(letters: string[]): string {
  const pieces = new Set<string>()
  for (let at = 0; at + piece <= letters.length && pieces.size < mostPieces; at++)
    pieces.add(
      letters
        .slice(at, at + piece)
        .join('')
        .replaceAll('"', '""'),
    )
  return [...pieces].map((text) => `"${text}"`).join(' AND ')
}

const fold = (text: string) => text.toLowerCase()
