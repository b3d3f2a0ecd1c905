import type { Db } from '#db/open.ts'
import { prepared } from '#db/prepared.ts'

/** The index knows pieces of three letters; of a text's pieces so many are asked about, and so many looked for. */
const piece = 3
const most = { asked: 10, lookedFor: 4 }

/**
 * The condition for rows that have a text's rarest pieces: pieces that every second row has cost much and tell little.
 * Joined by AND, because the index keeps no places, so no longer phrase.
 */
export function rarestPieces(db: Db, letters: string[]): string {
  const pieces = spread(letters)
  if (pieces.length <= most.lookedFor) return pieces.join(' AND ')
  return prepared<[string], { piece: string }>(db, byRarity)
    .all(JSON.stringify(pieces))
    .slice(0, most.lookedFor)
    .map(({ piece }) => piece)
    .join(' AND ')
}

/** How far back the twentieth newest row with a piece stands; furthest where there is none. */
const byRarity = `
  select value as piece,
    (select rowid from applications_search where applications_search match value
     order by rowid desc limit 1 offset 20) as place
  from json_each(?) order by place nulls first`

/** Pieces from all over the text, each in quotes: the end of an address tells more than its beginning. */
function spread(letters: string[]): string[] {
  const places = letters.length - piece + 1
  const step =
    letters.length <= most.lookedFor + piece - 1 ? 1 : Math.max(piece, places / most.asked)
  const pieces = new Set<string>()
  for (let at = 0; at < places - 1 + step; at += step) {
    const from = Math.min(Math.floor(at), places - 1)
    pieces.add(
      letters
        .slice(from, from + piece)
        .join('')
        .toLowerCase(),
    )
  }
  return [...pieces].map((text) => `"${text.replaceAll('"', '""')}"`)
}
