import type { Db } from '#db/open.ts'

/**
 * How many rows one search looks at, so that its time has a bound; the rest comes with the next page. Who has found
 * something waits no longer for the number of all; who has found nothing would rather wait.
 */
export const mostLookedAt = { withHits: 1400, without: 5000 }

/** The index knows each six letters in a row, and what they begin with from three letters on. */
const piece = { length: 6, beginning: 3 }
/** The piece that stands after another one in the index begins so many letters later. */
const step = 3
/** A phrase of more pieces is never worth it. */
const mostInPhrase = 6
/** Fewer rows than these are looked at rather than narrowed further. */
const few = 20
/** A piece that so many times as many rows have tells too little for what it costs. */
const timesAsCommon = 100
/** When so few rows have the rarest piece, for each piece beside it, a look at each is sooner done than their lists walked. */
const soonLookedAt = 500
/** Longer than any text that is kept. */
const mostLetters = 300

/** What to ask the index; whether a row that has it has the whole text, so that nobody needs to look. */
export type Phrase = { match: string; isWhole: boolean }

/**
 * A text as the index is asked for it: its pieces, one after the other, of a long one the rarest two; `null` when it is
 * shorter than what the index knows.
 */
export function phraseOf(db: Db, text: string): Phrase | null {
  const letters = [...text].slice(0, mostLetters)
  if (letters.length < piece.beginning) return null
  const steps = Math.max(0, Math.ceil((letters.length - piece.length) / step))
  const pieces = Array.from({ length: steps + 1 }, (_, at) => at * step)
    .map((from) => letters.slice(from, from + piece.length))
    .map((some) => quoted(some) + (some.length < piece.length ? '*' : ''))
  const soon = Math.min(mostLookedAt.withHits, soonLookedAt * (pieces.length - 1))
  const rarest = pieces.length > 1 ? rarestTwo(db, pieces) : null
  if (rarest && (pieces.length > mostInPhrase || hasAtMost(db, rarest, soon)))
    return { match: rarest.match, isWhole: false }
  return { match: pieces.join(' + '), isWhole: true }
}

const quoted = (letters: string[]) => `"${letters.join('').replaceAll('"', '""')}"`

/** The rarest piece, and of those that share no letter with it the rarest too. The last may be short, and is left out. */
function rarestTwo(db: Db, pieces: string[]) {
  const rowsWith = rarity(db)
  const sorted = pieces
    .slice(0, -1)
    .map((text, at) => ({ text, at, rows: rowsWith(text) }))
    .toSorted((a, b) => a.rows - b.rows)
  const [rarest = { text: '', at: 0, rows: 0 }] = sorted
  const narrows = ({ at, rows }: (typeof sorted)[number]) =>
    rarest.rows > few &&
    rows <= timesAsCommon * rarest.rows &&
    Math.abs(at - rarest.at) * step >= piece.length
  const chosen = sorted.filter((other) => other === rarest || narrows(other)).slice(0, 2)
  return { ...rarest, match: chosen.map(({ text }) => text).join(' AND ') }
}

/** Counted, when it may be so: what is about right for the newest rows may be wrong for the rest. */
function hasAtMost(db: Db, { text, rows }: { text: string; rows: number }, most: number): boolean {
  if (rows > most) return false
  const counted = db.sqlite
    .prepare<[string, number], { rows: number }>(
      `select count(*) as rows from
       (select 1 from applications_search where applications_search match ? limit ?)`,
    )
    .get(text, most + 1)
  return (counted?.rows ?? 0) <= most
}

type Known = { all: number; rows: Map<string, number> }

const known = new WeakMap<Db, Known>()
const mostKnown = 20_000

/** About how many rows have a piece, as it was found once; found anew when there are twice as many rows. */
function rarity(db: Db): (piece: string) => number {
  const all = db.sqlite.prepare<[], { all: number }>(allRows).get()?.all ?? 0
  let ours = known.get(db)
  if (!ours || all > 2 * ours.all || ours.rows.size > mostKnown) ours = { all, rows: new Map() }
  known.set(db, ours)
  const { rows } = ours
  return (piece) => {
    const has = rows.get(piece) ?? rowsBefore(db, piece, all)
    rows.set(piece, has)
    return has
  }
}

const allRows = 'select ifnull(max(seq), 0) as "all" from applications'

/** How far back so few rows with a piece are tells how close they stand. */
function rowsBefore(db: Db, piece: string, all: number): number {
  const row = db.sqlite
    .prepare<
      [string, number],
      { seq: number }
    >(`select rowid as seq from applications_search where applications_search match ?
     order by rowid desc limit 1 offset ?`)
    .get(piece, few - 1)
  return row ? Math.max(few, (few * all) / (all - row.seq + 1)) : few
}
