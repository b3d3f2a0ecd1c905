import type { RegisterRow } from '#db/schema/review.ts'

export function nameRow(registered: string, typed: string): RegisterRow {
  const label = 'Name as registered'
  if (isSameBusiness(registered, typed)) return { label, value: registered }
  return { label, value: `${registered} (typed: ${typed || 'nothing'})`, isOdd: true }
}

/** Case, marks and the usual short forms make no difference. */
export const isSameBusiness = (registered: string, typed: string) =>
  businessWords(registered) === businessWords(typed)

const businessWords = (name: string) =>
  wordsOf(name.replaceAll('&', ' and '))
    .map((word) => shortForms[word] ?? word)
    .filter((word) => word !== 'the')
    .join(' ')
    .replace(/\bpublic ltd company\b/, 'plc')

const shortForms: Record<string, string> = { limited: 'ltd', cyfyngedig: 'ltd', co: 'company' }

/**
 * `registered` is "SURNAME, Forename Middle"; a typed name may leave out middle names, shorten the first, or be the
 * other way round.
 */
export function isSamePerson(registered: string, typed: string): boolean {
  const [surname = '', forenames = ''] = registered.split(',')
  const last = wordsOf(surname)
  const [first = ''] = namesIn(forenames)
  const [typedLast, typedFirst] = typed.includes(',') ? typed.split(',') : ['', typed]
  const typedNames = namesIn(`${typedFirst} ${typedLast}`)
  const [typedFirstName = ''] = typedNames
  const end = typedNames.slice(-last.length)
  if (!first) return last.join(' ') === typedNames.join(' ')
  if (typedNames.length <= last.length || end.join(' ') !== last.join(' ')) return false
  const [short = '', long = ''] = [first, typedFirstName].sort((a, b) => a.length - b.length)
  return first === typedFirstName || (short.length === 1 && long.startsWith(short))
}

const namesIn = (text: string) => wordsOf(text).filter((word) => !titles.has(word))

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'sir', 'dame', 'lord', 'lady'])

const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’.]/gu, '')
    .toLowerCase()
    .replace(/[łøđßæ]/g, (letter) => plainLetters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** They have no mark that could be taken off; the register writes them so. */
const plainLetters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae' }
