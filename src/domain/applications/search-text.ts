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

/**
 * Returns the text that a search looks through, with one line for each value. It leaves out the case and the marks,
 * because people write them in different ways.
 */
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

/**
 * Returns an address with its domain as people write it. Domains in other scripts are stored in the form that mail
 * servers use.
 */
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
 * Returns the texts that an application must all contain, longest first because the longest one fits the fewest rows.
 * Returns `null` for a blank search, and an empty list for a search that consists of marks or is longer than any value.
 */
export function searchWords(typed: string): string[] | null {
  const text = readText(typed, longestSearch)
  if (text === '') return null
  const words = text?.replace(number, nationalNumber).split(/\s+/).map(folded).filter(Boolean) ?? []
  return words
    .toSorted((a, b) => b.length - a.length)
    .filter((word, at, sorted) => !sorted.slice(0, at).some((longer) => longer.includes(word)))
}

/**
 * Removes blanks and marks and folds the case. It goes through capitals, so that letters with two small forms, such as
 * sigma, become one.
 */
const folded = (text: string) =>
  text
    .replace(/[\s\p{Pd}.,()/+&−]/gu, '')
    .replace(/[‘’ʼ]/g, "'")
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')

/** Matches a number between other words, with the blanks and marks that telephone numbers have. */
const number = /(?<!\S)[+(]*\d[\d\s()./+\p{Pd}]*(?!\S)/gu

/**
 * Returns a telephone number without its country code and leading zeros, which are not always stored. Other numbers are
 * returned unchanged.
 */
function nationalNumber(typed: string): string {
  const digits = typed.replace(/^.*\(0\)/, '').replace(/\D/g, '')
  if (!/^[(]*(\+|0|44)/.test(typed) || digits.length < fewestDigits) return typed
  return ` ${digits.replace(/^(0{0,2}44|0{1,2})/, '')} `
}

const fewestDigits = 6

/**
 * Returns whether a search can find every application. After an upgrade the search texts of older applications are
 * written in batches.
 */
export const isSearchComplete = ({ db }: Store): boolean =>
  db.orm
    .select({ seq: applications.seq })
    .from(applications)
    .where(isNull(applications.searchText))
    .limit(1)
    .get() === undefined

/** One transaction writes this many rows, which holds up other requests for a few milliseconds. */
const rowsAtOnce = 50

/** Writes the search texts that are missing after an upgrade, in batches. */
export async function fillSearchTexts(deps: Deps, stopping: AbortSignal) {
  while (!stopping.aborted) {
    await writable(deps)
    if (!transact(deps, fillBatch)) return
    await setImmediate()
  }
}

/** Writes the next batch. Returns false when nothing was left to write. */
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
