import type { Db } from '#db/open.ts'

/** The index knows each six letters in a row, and what they begin with from three letters on. */
const piece = { length: 6, beginning: 3 }
/** The piece that stands after another one in the index begins so many letters later. */
const step = 3
/** A phrase of more pieces costs more than to look at the few rows that the rarest of them leave. */
const mostInPhrase = 4
/** Fewer rows than these are looked at rather than narrowed further. */
const few = 20
/** Longer than any text that is kept. */
const mostLetters = 300

/** What to ask the index; whether a row that has it has the whole text, so that nobody needs to look. */
export type Phrase = { match: string; isWhole: boolean }

/**
 * A text as the index is asked for it: its pieces, one after the other, of a long one the rarest; `null` when it is
 * shorter than what the index knows.
 */
export function phraseOf(db: Db, text: string): Phrase | null {
  const letters = [...text].slice(0, mostLetters)
  if (letters.length < piece.beginning) return null
  const steps = Math.max(0, Math.ceil((letters.length - piece.length) / step))
  const pieces = Array.from({ length: steps + 1 }, (_, at) => at * step)
    .map((from) => letters.slice(from, from + piece.length))
    .map((some) => quoted(some) + (some.length < piece.length ? '*' : ''))
  const chosen = pieces.length > mostInPhrase ? aroundRarest(db, pieces) : pieces
  return { match: chosen.join(' + '), isWhole: chosen === pieces }
}

const quoted = (letters: string[]) => `"${letters.join('').replaceAll('"', '""')}"`

/** Pieces that follow one another, with the rarest of all and the rarer ones beside it. */
function aroundRarest(db: Db, pieces: string[]): string[] {
  const rows = pieces.slice(0, -1).map(rarity(db))
  const rarest = Math.min(...rows)
  let from = rows.indexOf(rarest)
  let to = from + 1
  while (rarest > few && to - from < mostInPhrase) {
    const [before = Infinity, after = Infinity] = [rows[from - 1], rows[to]]
    if (before < after) from -= 1
    else to += 1
  }
  return pieces.slice(from, to)
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
