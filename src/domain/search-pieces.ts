import type { Db } from '#db/open.ts'

/** The index knows pieces of three letters; of a long text's so many are asked about. */
const piece = 3
const mostAsked = 16

/** Looking at a row costs about as much as passing so many entries of the index. */
const entriesPerLook = 150
/** So few rows are looked at rather than narrowed further, and of no more than so many at once. */
const looks = { few: 100, most: 5000 }

/**
 * The condition for rows that have a text's rarest pieces, joined by AND, because the index keeps no places and so no
 * longer phrase. A piece that every second row has costs much and tells little: it is left out, and the rows are
 * looked at.
 */
export function rarestPieces(db: Db, letters: string[]): string {
  const pieces = spread(letters)
  if (pieces.length < 3) return pieces.join(' AND ')
  const { all, rowsWith } = rarity(db)
  const chosen: string[] = []
  let rows = all
  for (const piece of pieces.toSorted((a, b) => rowsWith(a) - rowsWith(b))) {
    const has = rowsWith(piece)
    const costs = has > entriesPerLook * Math.min(rows, looks.most)
    if (chosen.length > 0 && (rows < looks.few || costs)) break
    chosen.push(piece)
    // pieces of one word come together: each narrows less than if they knew nothing of each other
    rows *= Math.sqrt(has / all)
  }
  return chosen.join(' AND ')
}

type Known = { all: number; rows: Map<string, number> }

const known = new WeakMap<Db, Known>()
const mostKnown = 20_000

/** About how many rows have a piece, as it was found once; found anew when there are twice as many rows. */
function rarity(db: Db) {
  const all = db.sqlite.prepare<[], { all: number }>(allRows).get()?.all ?? 0
  let ours = known.get(db)
  if (!ours || all > 2 * ours.all || ours.rows.size > mostKnown) ours = { all, rows: new Map() }
  known.set(db, ours)
  const { rows } = ours
  return {
    all: Math.max(1, all),
    rowsWith(piece: string): number {
      const has = rows.get(piece) ?? rowsBefore(db, piece, all)
      rows.set(piece, has)
      return has
    },
  }
}

const allRows = 'select ifnull(max(seq), 0) as "all" from applications'

/** The twentieth newest row with a piece tells how close they stand. */
function rowsBefore(db: Db, piece: string, all: number): number {
  const row = db.sqlite
    .prepare<
      [string],
      { seq: number }
    >(`select rowid as seq from applications_search where applications_search match ?
     order by rowid desc limit 1 offset 19`)
    .get(piece)
  return row ? (20 * all) / (all - row.seq + 1) : 20
}

/** Pieces from all over the text, each in quotes: the end of an address tells more than its beginning. */
function spread(letters: string[]): string[] {
  const last = letters.length - piece
  const asked = Math.min(mostAsked, last + 1)
  const pieces = new Set<string>()
  for (let at = 0; at < asked; at++) {
    const from = asked === 1 ? 0 : Math.round((at * last) / (asked - 1))
    pieces.add(
      letters
        .slice(from, from + piece)
        .join('')
        .toLowerCase(),
    )
  }
  return [...pieces].map((text) => `"${text.replaceAll('"', '""')}"`)
}
