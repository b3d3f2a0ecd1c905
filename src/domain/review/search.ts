import { readText } from '#src/forms/text.ts'

/** What has to be found, in any order: `indexed` by the trigram index, `short` by a look at the row's text. */
export type Search = { indexed: string[]; short: string[] }

/** No searched field is longer than an email address. */
const longestSearch = 254

/** `null` without a text; with nothing but marks, or too much, there is nothing to find. */
export function readSearch(typed: string): Search | 'nothing' | null {
  const text = readText(typed, longestSearch)
  if (text === '') return null
  const words = text?.replace(number, telephone).split(/\s+/).map(bare).filter(Boolean) ?? []
  if (words.length === 0) return 'nothing'
  const pieces = [...new Set(words)]
  // the index knows every three characters in a row
  return {
    indexed: pieces.filter((piece) => [...piece].length >= 3),
    short: pieces.filter((piece) => [...piece].length < 3),
  }
}

export const matchOf = ({ indexed }: Search) =>
  indexed.map((piece) => `"${piece.replaceAll('"', '""')}"`).join(' ')

export const hasShort = ({ short }: Search, text: string) => {
  const folded = fold(text)
  return short.every((piece) => folded.includes(fold(piece)))
}

/** The same marks as in the view `applications_searched`. */
const bare = (word: string) => word.replace(/[ \u00a0\-‐‑–.,()/+&]/g, '').replaceAll('’', "'")

/** The index takes all three for one letter. */
const fold = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')

/** Digits with the blanks and marks of a telephone number between them, between other words. */
const number = /(?<!\S)[+(]*\d[\d\s()./+-]*(?!\S)/g

/** Without country and leading zero, which a number is stored with or without; other numbers stay. */
function telephone(typed: string): string {
  const digits = typed.replace(/^.*\(0\)/, '').replace(/\D/g, '')
  if (!/^[(]*(\+|0|44)/.test(typed) || digits.length < fewestDigits) return typed
  return ` ${digits.replace(/^(0{0,2}44|0{1,2})/, '')} `
}

const fewestDigits = 6
