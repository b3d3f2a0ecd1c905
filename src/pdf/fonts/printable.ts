const longestText = 2100
const mostLines = 100
const marksPerLetter = 4
const longestWord = 24
/** Stands for a letter that the fonts lack. */
export const unknown = '\uFFFD'

const letters = new Intl.Segmenter('en-GB', { granularity: 'grapheme' })

/** Whether the fonts of the document can draw a code point. */
export type HasGlyph = (codePoint: number) => boolean

/**
 * A text as the document can set it: composed, without control and direction marks, at most 2100
 * characters and 100 lines (an ellipsis says that something is missing), and with a replacement
 * mark for each letter that the fonts lack.
 */
export function printable(text: string, hasGlyph: HasGlyph): string {
  const given = text.slice(0, 2 * longestText)
  const clean = given
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '')
  const drawn = Array.from(letters.segment(clean), ({ segment }) => drawable(segment, hasGlyph))
  return cut(drawn, given.length < text.length)
}

/**
 * The places where a word may break. Nothing is hyphenated: only a word too long for its column is cut, between any two
 * letters. The empty part stops the line breaker from adding a hyphen.
 */
export function breakable(word: string): string[] {
  if (word.length <= longestWord) return [word]
  return Array.from(letters.segment(word), ({ segment }) => [segment, ''])
    .flat()
    .slice(0, -1)
}

// Marks are counted: a tower of them would cover the lines above.
function drawable(letter: string, hasGlyph: HasGlyph): string {
  if (letter === '\n') return letter
  const [base = '', ...rest] = letter
  if (!hasGlyph(base.codePointAt(0) ?? 0)) return unknown
  const known = rest.filter((part) => hasGlyph(part.codePointAt(0) ?? 0))
  const marks = known.filter((part) => /\p{M}/u.test(part))
  return base + (marks.length > marksPerLetter ? marks.slice(0, marksPerLetter) : known).join('')
}

function cut(parts: string[], shortened: boolean): string {
  let length = 0
  let lines = 1
  for (const [index, part] of parts.entries()) {
    length += part.length
    if (part === '\n') lines += 1
    if (length > longestText || lines > mostLines) return `${parts.slice(0, index).join('')}…`
  }
  return parts.join('') + (shortened ? '…' : '')
}
