import { type ApplicationSheet, documentTitle } from '#src/pdf/application-sheet.ts'

const longestText = 2100
const mostLines = 100
const marksPerLetter = 4
const unknown = '\uFFFD'

const letters = new Intl.Segmenter('en-GB', { granularity: 'grapheme' })

export type HasGlyph = (codePoint: number) => boolean

/** Texts that PDF viewers show in their own fonts. */
type Outline = { heading: string; title: string; author: string }

export type PrintedSheet = ApplicationSheet & { outline: Outline }

export function printableSheet(sheet: ApplicationSheet, hasGlyph: HasGlyph): PrintedSheet {
  const { certificate, ...pages } = sheet
  const lines = (text: string) => printable(text, hasGlyph)
  const oneLine = (text: string) => lines(text).replaceAll('\n', ' ')
  const printed = {
    ...everyText({ ...pages, lacking: '' }, (text, name) =>
      mayBreak.has(name) ? lines(text) : oneLine(text),
    ),
    certificate: everyText(certificate, oneLine),
  }
  const isLacking = JSON.stringify(printed).includes(unknown)
  return {
    ...printed,
    lacking: isLacking ? sheet.lacking : '',
    outline: {
      heading: plainLine(sheet.title),
      title: plainLine(documentTitle(sheet)),
      author: plainLine(sheet.company.name),
    },
  }
}

const plainLine = (text: string) => text.slice(0, longestText).replace(/\p{Cc}+/gu, ' ')

const mayBreak = new Set(['value', 'before', 'after', 'by'])

const pictures = new Set(['png', 'logo'])

function everyText<T>(value: T, change: (text: string, name: string) => string, name = ''): T {
  if (typeof value === 'string') return (pictures.has(name) ? value : change(value, name)) as T
  if (Array.isArray(value)) return value.map((item) => everyText(item, change, name)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, everyText(part, change, key)]),
  ) as T
}

/**
 * Returns the text composed, without control and direction marks, and shortened with an ellipsis. A character that
 * the fonts lack is replaced by its plain form, such as A for a full-width A, or by a mark.
 */
export function printable(text: string, hasGlyph: HasGlyph): string {
  const start = text.slice(0, 2 * longestText)
  const clean = start
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '')
  const printedLetters = lettersOf(clean).map((letter) => drawable(letter, hasGlyph))
  return cut(printedLetters, start.length < text.length)
}

/**
 * Returns the parts between which a long word may be cut. The empty parts keep the line breaker from adding a hyphen.
 */
export const breakable = (word: string, room = 24): string[] =>
  partsOf(word, room, [/(?<=@)/, /(?<=[.:/_-])/])
    .flatMap((part) => [part, ''])
    .slice(0, -1)

function partsOf(word: string, room: number, [cut, ...finer]: RegExp[]): string[] {
  const wide = word.match(/[^ -~]|[A-Z@%&mw]/g)?.length ?? 0
  if (word.length + wide / 2 <= room) return [word]
  return cut ? word.split(cut).flatMap((part) => partsOf(part, room, finer)) : lettersOf(word)
}

const breakingIn = (room: number) => ({
  hyphenationCallback: (word: string) => breakable(word, room),
})

export const wideColumn = breakingIn(54)
export const halfColumn = breakingIn(40)

const lettersOf = (text: string) => Array.from(letters.segment(text), ({ segment }) => segment)

// marks are limited, because a tower of them would cover the lines above
function drawable(letter: string, hasGlyph: HasGlyph): string {
  if (letter === '\n') return letter
  const [base = '', ...rest] = printedForm(letter, hasGlyph)
  if (!hasGlyph(base.codePointAt(0) ?? 0)) return unknown
  const drawableParts = rest.filter((part) => hasGlyph(part.codePointAt(0) ?? 0))
  const marks = drawableParts.filter((part) => /\p{M}/u.test(part))
  return (
    base + (marks.length > marksPerLetter ? marks.slice(0, marksPerLetter) : drawableParts).join('')
  )
}

/** Returns the plain form of a letter, such as "A" for a full-width A, when the fonts have only the plain form. */
export function printedForm(letter: string, hasGlyph: HasGlyph): string {
  const isDrawable = (part: string) => hasGlyph(part.codePointAt(0) ?? 0)
  const [base = ''] = letter
  if (isDrawable(base)) return letter
  const plain = letter.normalize('NFKC')
  return [...plain].every((part) => isDrawable(part) || /\p{M}/u.test(part)) ? plain : letter
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
