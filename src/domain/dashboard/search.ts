import type { Db } from '#db/open.ts'

/** The text is as `readText` leaves it. */
export type Search = {
  text: string
  status: string | null
  submittedSince: number | null
  /** Only those whose customer was asked for more and has not answered. */
  waitsForCustomer: boolean
  /** The numbers of accounts, 0 for nobody; `null` for whatever owner. */
  owners: number[] | null
}

export type Found = {
  seqs: number[]
  /** At most `countTo`. */
  count: number
  /** Whether there may be more than `count`. */
  isMinimum: boolean
  /** What to pass as `before` for the next page; `null` on the last one. */
  next: number | null
}

/** How many applications a search looks at that the index alone cannot answer; the rest comes with the next page. */
export const mostLookedAt = 3000

/**
 * Finds a text anywhere in business name, registration number (as typed or normalised) and main address, ignoring case,
 * newest first. `countTo` must not be less than `limit`.
 */
export function searchApplications(
  db: Db,
  { text, status, submittedSince, waitsForCustomer, owners }: Search,
  { before, limit, countTo }: { before: number | null; limit: number; countTo: number },
): Found {
  const { from, seq, where, fits, values } = isShort(text) ? byLike(text) : byIndex(text)
  const hasFilter =
    status !== null || submittedSince !== null || owners !== null || waitsForCustomer
  const bound = isShort(text) || hasFilter ? mostLookedAt : countTo
  const rows = db.sqlite
    .prepare<[object], { seq: number; fits: 0 | 1 | null }>(
      `select ${seq} as seq, (${fits}) and ifnull(@status, a.status) = a.status
         and ifnull(a.submitted_at, 0) >= ifnull(@submittedSince, 0)
         and (@waits = 0 or exists (select 1 from information_requests r
           where r.application = a.seq and r.answered_at is null and r.closed_at is null))
         and (@owners is null or ifnull(a.owner, 0) in (select value from json_each(@owners))) as fits
       from ${from} where ${where} and ${seq} < cast(@before as integer)
       order by ${seq} desc limit @most`,
    )
    .all({
      ...{ ...values, status, submittedSince, owners: owners && JSON.stringify(owners) },
      waits: Number(waitsForCustomer),
      ...{ before: before ?? Number.MAX_SAFE_INTEGER, most: bound + 1 },
    })
  const seen = rows.slice(0, bound)
  const hits = seen.filter((row) => row.fits).map((row) => row.seq)
  const sawAll = rows.length <= bound
  const seqs = hits.slice(0, limit)
  return {
    seqs,
    count: Math.min(hits.length, countTo),
    isMinimum: !sawAll || hits.length > countTo,
    next: (hits.length > limit ? seqs.at(-1) : sawAll ? null : seen.at(-1)?.seq) ?? null,
  }
}

/** The index knows every three characters in a row, so it cannot find fewer. */
const isShort = (text: string) => [...text].length < 3

const byIndex = (text: string) => ({
  from: 'applications_search s cross join applications a on a.seq = s.rowid',
  seq: 's.rowid',
  where: 'applications_search match @phrase',
  fits: '1',
  values: { phrase: `"${text.replaceAll('"', '""')}"` },
})

const columns = ['business_name', 'main_email', 'co_registration', 'co_registration_key']

function byLike(text: string) {
  const patterns = inEitherCase(text).map((text) => `%${text.replace(/[%_\\]/g, '\\$&')}%`)
  return {
    from: 'applications a',
    seq: 'a.seq',
    where: 'true',
    fits: patterns
      .flatMap((_, index) => columns.map((name) => `a.${name} like @text${index} escape '\\'`))
      .join(' or '),
    values: Object.fromEntries(patterns.map((pattern, index) => [`text${index}`, pattern])),
  }
}

/** SQLite's LIKE ignores the case of English letters only. */
function inEitherCase(text: string): string[] {
  const casesOf = (letter: string) =>
    /[σς]/i.test(letter)
      ? ['σ', 'ς', 'Σ']
      : [letter, letter.toLowerCase(), letter.toUpperCase()].filter(
          (form) => [...form].length === 1,
        )
  const texts = [...text].reduce<string[]>(
    (begun, letter) => begun.flatMap((begin) => casesOf(letter).map((next) => begin + next)),
    [''],
  )
  return [...new Set(texts)]
}
