import { setImmediate } from 'node:timers/promises'
import { domainToUnicode } from 'node:url'
import { asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { applications, directors } from '#db/schema/applications.ts'
import { transact, type Writing, writable } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { type FieldName, fields } from '#src/forms/fields/fields.ts'
import { readText } from '#src/forms/text.ts'
import type { Application } from './application.ts'

/** Staff find an application by these answers, besides its reference, its customer code and its directors. */
const searchedFields = [
  'businessName',
  'coRegistration',
  'mainEmail',
  'telephone',
  'mobile',
  'accountsTelephone',
  'buyerTelephone',
  'buyerMobile',
  'deliveryTelephone',
  'deliveryMobile',
  'accountsContact',
  'buyerName',
  'siteContact',
  'postCode',
  'invoicePostCode',
  'deliveryPostCode',
] as const satisfies FieldName[]

/** What a search looks at: a line for each value, without the case and the marks that people write differently. */
export function searchText(application: Application, directorNames: string[]): string {
  const { id, customerCode, coRegistrationKey, telephoneKey, mainEmail } = application
  const telephones = searchedFields.filter((name) => fields[name].type === 'tel')
  const values = [
    id,
    customerCode,
    ...searchedFields.map((name) => application[name]),
    asTyped(mainEmail),
    ...directorNames,
    coRegistrationKey,
    telephoneKey,
    ...telephones.map((name) => application[name]?.replace(/\D/g, '')),
  ]
  return [...new Set(values.map((value) => folded(value ?? '')))].filter(Boolean).join('\n')
}

/** A domain in other scripts is stored as mail servers know it, and people look for it as they write it. */
const asTyped = (email: string | null) =>
  email?.replace(/[^@]*xn--[^@]*$/i, (domain) => domainToUnicode(domain))

/** Writes the search text of an application after its answers, directors or customer code have changed. */
export function writeSearchText(tx: Writing<{ db: Db }>, application: Application): Application {
  const names = tx.db.orm
    .select({ name: directors.name })
    .from(directors)
    .where(eq(directors.application, application.seq))
    .orderBy(directors.ordinal)
    .all()
  const text = searchText(
    application,
    names.map(({ name }) => name),
  )
  if (text === application.searchText) return application
  return tx.db.orm
    .update(applications)
    .set({ searchText: text })
    .where(eq(applications.seq, application.seq))
    .returning()
    .get()
}

/** No searched value is longer than an email address. */
const longestSearch = 254

/**
 * The texts that must all be found, longest first because it fits the fewest rows. Returns `null` for a blank search, and
 * an empty list where there is nothing to find: for marks alone, and for more than any value holds.
 */
export function searchWords(typed: string): string[] | null {
  const text = readText(typed, longestSearch)
  if (text === '') return null
  const words = text?.replace(number, nationalNumber).split(/\s+/).map(folded).filter(Boolean) ?? []
  return words
    .toSorted((a, b) => b.length - a.length)
    .filter((word, at, sorted) => !sorted.slice(0, at).some((longer) => longer.includes(word)))
}

/** Upper case first, so that letters with two small forms, such as sigma, become one. */
const folded = (text: string) =>
  text
    .replace(/[\s\p{Pd}.,()/+&−]/gu, '')
    .replace(/[‘’ʼ]/g, "'")
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')

/** A number between other words, with the blanks and marks of a telephone number. */
const number = /(?<!\S)[+(]*\d[\d\s()./+\p{Pd}]*(?!\S)/gu

/** A telephone number without its country and leading noughts, which are not always stored; other numbers stay. */
function nationalNumber(typed: string): string {
  const digits = typed.replace(/^.*\(0\)/, '').replace(/\D/g, '')
  if (!/^[(]*(\+|0|44)/.test(typed) || digits.length < fewestDigits) return typed
  return ` ${digits.replace(/^(0{0,2}44|0{1,2})/, '')} `
}

const fewestDigits = 6

/** Whether every application can be found; after an upgrade the older ones follow in batches. */
export const isSearchComplete = ({ db }: Store): boolean =>
  db.orm
    .select({ seq: applications.seq })
    .from(applications)
    .where(isNull(applications.searchText))
    .limit(1)
    .get() === undefined

/** How many rows are written at once, which holds up other requests for a few milliseconds. */
const rowsAtOnce = 50

/** Writes the search texts that an upgrade left open, in batches. */
export async function fillSearchTexts(deps: Deps, stopping: AbortSignal) {
  while (!stopping.aborted) {
    await writable(deps)
    if (!transact(deps, fillBatch)) return
    await setImmediate()
  }
}

/** Returns false when nothing was left. */
export function fillBatch(tx: Writing<{ db: Db }>): boolean {
  const rows = tx.db.orm
    .select()
    .from(applications)
    .where(isNull(applications.searchText))
    .orderBy(asc(applications.seq))
    .limit(rowsAtOnce)
    .all()
  for (const row of rows) writeSearchText(tx, row)
  return rows.length > 0
}
