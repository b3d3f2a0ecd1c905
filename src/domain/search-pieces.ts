import type { Db } from '#db/open.ts'

/**
 * How many applications one search looks at, so that its time has a bound; the rest comes with the next page. It is sooner
 * done where they stand one beside the other, or where only their status is looked at.
 */
export const mostLookedAt = { apart: 500, otherwise: 1200 }

/** The index knows each six letters in a row, and what they begin with from three letters on. */
const piece = { length: 6, beginning: 3 }
/** The piece that stands after another one in the index begins so many letters later. */
const step = 3
/** A phrase of more pieces is never worth it. */
const mostInPhrase = 6
/** Fewer rows than these are looked at rather than narrowed further. */
const few = 20
/** A piece that so many times as many rows have tells too little for what it costs. */
const timesAsCommon = 50
/** Where even the rarest piece is in more rows than these, the phrase has been found often enough before its lists end. */
const soonFound = 10_000
/** Rows of the index' lists that are walked in the time in which one application is looked at. */
const walkedInALook = 250
/** Rows of all lists together that are walked at a time. */
const mostWalked = 200_000
/** Longer than any text that is kept. */
const mostLetters = 300

/** What to ask the index for. */
export type Phrase = {
  match: string
  /** Whether a row that has it has the whole text, so that nobody needs to look. */
  isWhole: boolean
  /** How far back several lists are walked at a time, in running numbers: that too has a bound, however many rows there are. */
  span: number
}

/**
 * A text as the index is asked for it: all its pieces, one after the other, or the two that tell the most, wherever they
 * stand, and then each row with them has to be looked at; whichever is sooner done. `null` when it is shorter than what
 * the index knows.
 */
export function phraseOf(db: Db, text: string): Phrase | null {
  const letters = [...text].slice(0, mostLetters)
  if (letters.length < piece.beginning) return null
  const { all, rowsWith } = rarity(db)
  const pieceAt = (at: number): Piece => {
    const text = asked(letters.slice(at, at + piece.length))
    return { at, text, rows: rowsWith(text) }
  }
  const last = Math.max(0, letters.length - piece.length)
  const places = Array.from({ length: Math.ceil(last / step) }, (_, at) => at * step)
  const phrase = [...places, places.length * step].map(pieceAt)
  const telling = mostTelling([...places, last].map(pieceAt))
  const isWhole = phrase.length <= mostInPhrase && costOfPhrase(phrase) <= costOfLooks(telling)
  const lists = isWhole ? phrase : telling
  return {
    match: lists.map(({ text }) => text).join(isWhole ? ' + ' : ' AND '),
    isWhole,
    span: lists.length === 1 ? Number.POSITIVE_INFINITY : (mostWalked * all) / sumOf(lists),
  }
}

/** A part of a text: the letter it begins with, how the index is asked for it, and about how many rows have it. */
type Piece = { at: number; text: string; rows: number }

const asked = (letters: string[]) =>
  `"${letters.join('').replaceAll('"', '""')}"${letters.length < piece.length ? '*' : ''}`

/** The rarest piece and the rarest beside it, if possible one that shares no letter with it. */
function mostTelling(pieces: Piece[]): Piece[] {
  const [rarest, ...others] = pieces.toSorted((a, b) => a.rows - b.rows)
  if (!rarest || rarest.rows <= few) return rarest ? [rarest] : []
  const apart = (letters: number) =>
    others.find(
      ({ at, rows }) => Math.abs(at - rarest.at) >= letters && rows <= timesAsCommon * rarest.rows,
    )
  return [rarest, apart(piece.length) ?? apart(step)].filter((some) => some !== undefined)
}

const sumOf = (pieces: Piece[]) => pieces.reduce((rows, piece) => rows + piece.rows, 0)

const fewestOf = (pieces: Piece[]) => Math.min(...pieces.map(({ rows }) => rows))

/** Both in rows walked, at the most: lists that stand apart are skipped in part. */
const costOfPhrase = (pieces: Piece[]) => sumOf(pieces) * Math.min(1, soonFound / fewestOf(pieces))

const costOfLooks = (pieces: Piece[]) =>
  sumOf(pieces) + walkedInALook * Math.min(mostLookedAt.apart, fewestOf(pieces))

type Known = { all: number; rows: Map<string, number> }

const known = new WeakMap<Db, Known>()
const mostKnown = 20_000

/** About how many rows there are, and have a piece, as it was found once; found anew when there are twice as many rows. */
function rarity(db: Db): { all: number; rowsWith: (piece: string) => number } {
  const all = newestNumber(db)
  let ours = known.get(db)
  if (!ours || all > 2 * ours.all || ours.rows.size > mostKnown) ours = { all, rows: new Map() }
  known.set(db, ours)
  const { rows } = ours
  const rowsWith = (piece: string) => {
    const has = rows.get(piece) ?? rowsAbout(db, piece, all)
    rows.set(piece, has)
    return has
  }
  return { all, rowsWith }
}

/** The running number of the newest application, 0 without any. */
export const newestNumber = (db: Db): number =>
  db.sqlite.prepare<[], { seq: number | null }>('select max(seq) as seq from applications').get()
    ?.seq ?? 0

/**
 * How close a few rows with a piece stand, the newest and some from the middle: what came last may be all of one kind. Less
 * than a whole row is too little to reckon with.
 */
function rowsAbout(db: Db, piece: string, all: number): number {
  const shares = [all + 1, Math.ceil(all / 2)].map((from) => {
    const some = db.sqlite.prepare<[string, number], number>(newest).pluck().all(piece, from)
    return some.length / (from - (some.length < few ? 0 : (some.at(-1) ?? 0)))
  })
  return Math.max(1, (all * shares.reduce((one, other) => one + other)) / shares.length)
}

const newest = `select rowid from applications_search where applications_search match ? and rowid < cast(? as integer)
  order by rowid desc limit ${few}`
