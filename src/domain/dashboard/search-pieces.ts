import type { Db } from '#db/open.ts'

/**
 * How many applications one search looks at, so that its time has a bound; the rest comes with the next page. It is sooner
 * done where they stand one beside the other, or where only their status is looked at.
 */
export const mostLookedAt = { apart: 350, otherwise: 1200 }
/** Where they stand apart and more were found than a page shows, no more are looked at for their number. */
export const counted = 200

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
const mostWalked = 100_000
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

type Known = { all: number; shares: Map<string, number> }

const known = new WeakMap<Db, Known>()
const mostKnown = 20_000

/**
 * How many numbers there are, and about how many rows have a piece: their share as it was found once, and anew when there
 * are twice as many. Less than a whole row is too little to reckon with.
 */
function rarity(db: Db): { all: number; rowsWith: (piece: string) => number } {
  const numbers = numbersOf(db)
  const all = numbers.newest - numbers.oldest + 1
  let ours = known.get(db)
  if (!ours || all > 2 * ours.all || ours.shares.size > mostKnown) ours = { all, shares: new Map() }
  known.set(db, ours)
  const { shares } = ours
  const rowsWith = (piece: string) => {
    const share = shares.get(piece) ?? shareWith(db, piece, numbers)
    shares.set(piece, share)
    return Math.max(1, all * share)
  }
  return { all, rowsWith }
}

type Numbers = { oldest: number; newest: number }

/** The running numbers of the oldest and the newest application, 0 without any. */
export function numbersOf(db: Db): Numbers {
  const row = db.sqlite.prepare<[], { [of in keyof Numbers]: number | null }>(bothEnds).get()
  return { oldest: row?.oldest ?? 0, newest: row?.newest ?? 0 }
}

const bothEnds = `select (select min(seq) from applications) as oldest, (select max(seq) from applications) as newest`

/** How close a few rows with a piece stand, the newest and some from the middle: what came last may be all of one kind. */
function shareWith(db: Db, piece: string, { oldest, newest }: Numbers): number {
  const shares = [newest, Math.ceil((oldest + newest) / 2)].map((from) => {
    const some = db.sqlite.prepare<[string, number], number>(fewFrom).pluck().all(piece, from)
    return some.length / (from + 1 - (some.length < few ? oldest : (some.at(-1) ?? oldest)))
  })
  return shares.reduce((one, other) => one + other) / shares.length
}

const fewFrom = `select rowid from applications_search where applications_search match ? and rowid <= cast(? as integer)
  order by rowid desc limit ${few}`
