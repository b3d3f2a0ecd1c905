import type { DirectorInput } from '#src/forms/fields/schema.ts'

/** Separates the parts of a list in a single cell, in the export and in the import. */
const between = ' | '

export const wordsCell = (words: readonly string[]) => words.join(between)

/** Our own words contain none of these separators. */
export const readWords = (text: string) => parts(text, /[|,;]/)

/** Returns a cell such as `Ann Smith (Director) | Bo Jones`. */
export const directorsCell = (directors: readonly DirectorInput[]) =>
  directors
    .map(({ name, position }) =>
      position ? `${escaped(name)} (${escaped(position)})` : escaped(name),
    )
    .join(between)

export const readDirectors = (text: string): DirectorInput[] =>
  parts(hidden(text), /\|/).map(readDirector)

function readDirector(text: string): DirectorInput {
  const open = text.endsWith(')') ? text.lastIndexOf('(') : -1
  const position = text.slice(open + 1, -1)
  if (open < 0 || position.includes(')')) return { name: reveal(text), position: null }
  return { name: reveal(text.slice(0, open).trim()), position: reveal(position) }
}

const parts = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((word) => word.trim())
    .filter(Boolean)

/** These characters end a part. A backslash before a character makes it part of a name. */
const signs = '\\|()'

const escaped = (text: string) => text.replace(/[\\|()]/g, '\\$&')

/** No text contains these code points, because they are not characters. */
const firstHidden = 0xfdd0

const hidden = (text: string) =>
  text.replace(/\\([\\|()])/g, (_, sign: string) =>
    String.fromCharCode(firstHidden + signs.indexOf(sign)),
  )

const reveal = (text: string) =>
  text.replace(/[\ufdd0-\ufdd3]/g, (mark) => signs.charAt(mark.charCodeAt(0) - firstHidden))
