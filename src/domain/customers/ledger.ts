import { setImmediate } from 'node:timers/promises'
import { and, asc, count, desc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { readFact, storeFact } from '#db/schema/installation.ts'
import { decisionRecords } from '#db/schema/review.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { type Admin, refuseWithoutRight } from '#src/domain/actor.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { noteListRead } from '#src/domain/audit/access-log.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { byteOrderMark, csvLine } from '#src/domain/review/export.ts'
import type { AgreedTerms } from '#src/forms/admin/decisions.ts'
import { type Ledger, ledgerNames } from '#src/forms/customers/ledger.ts'

/** The most contacts that Xero accepts in one file. */
const mostLines = 1000

type LeftOut = { application: string; businessName: string; why: string }

/** `more` when customers remain for another file; `since` is when the last file's last customer came, UTC ms. */
export type LedgerBatch = {
  ready: number
  leftOut: { count: number; first: LeftOut[] }
  more: boolean
  since: number | null
}

const mostNamed = 100

/** Returns what the next file has, and names the customers that it leaves out. Reading their names records an event. */
export async function ledgerBatch(deps: Deps, reader: Admin, ledger: Ledger): Promise<LedgerBatch> {
  const last = lastFile(deps, ledger)
  const { lines, leftOut, more } = await linesFor(deps, ledger, last)
  const first = leftOut.slice(0, mostNamed)
  const named = first.map(({ application }) => application)
  noteListRead(deps, reader, 'customers left out of a ledger file', named)
  return {
    ready: lines.length,
    leftOut: { count: leftOut.length, first },
    more,
    since: last?.upTo ?? null,
  }
}

/**
 * The file, which counts as handed over. With `again` it begins with the first customer. Refuses 'conflict' when
 * somebody made another one meanwhile.
 */
export async function makeLedgerFile(
  deps: Deps,
  admin: Admin,
  ledger: Ledger,
  again: boolean,
): Promise<string> {
  refuseWithoutRight(admin, 'settings')
  const last = lastFile(deps, ledger)
  const { lines, leftOut, end } = await linesFor(deps, ledger, again ? null : last)
  return transact(deps, (tx) => {
    if (JSON.stringify(lastFile(tx, ledger)) !== JSON.stringify(last))
      throw new Refusal('conflict', madeMeanwhile)
    const made: LastFile = { ...end, leftOut: leftOut.map(({ application }) => application) }
    storeFact(tx.db, factOf(ledger), made)
    recordEvent(tx, admin, {
      action: 'ledger file made',
      changes: [
        { field: 'ledger', before: null, after: ledgerNames[ledger] },
        { field: 'customers', before: null, after: String(lines.length) },
      ],
    })
    return byteOrderMark + [formats[ledger].headings, ...lines].map(csvLine).join('')
  })
}

const madeMeanwhile = 'Somebody else made a file for this ledger just now. Please try again.'

/** `upTo` (UTC ms) and `seq`, which the first version did not store, are of its last customer; `leftOut` are tried again. */
type LastFile = { upTo: number; seq?: number; leftOut: string[] }

const endOf = (last: LastFile | null) => ({
  upTo: last?.upTo ?? 0,
  seq: last?.seq ?? Number.MAX_SAFE_INTEGER,
})

/** When a customer was approved, or imported if nobody approved the customer here. */
const since = sql<number>`coalesce(${applications.approvedAt}, ${applications.createdAt})`

const factOf = (ledger: Ledger) => `ledger-file-${ledger}`

const lastFile = ({ db }: Store, ledger: Ledger) => readFact<LastFile>(db, factOf(ledger))

type Line = (string | number | null)[]

/** How many customers are read at once. Meanwhile no other request is answered. */
const customersAtOnce = 100

/** Returns the lines of the next file. Customers that the last file left out are tried again in addition to the new ones. */
async function linesFor(deps: Store, ledger: Ledger, last: LastFile | null) {
  const { lineOf, key } = formats[ledger]
  const lines: Line[] = []
  const leftOut: LeftOut[] = []
  const triedBefore = new Set(last?.leftOut)
  let end = endOf(last)
  const all = customersAfter(deps, last)
  await setImmediate()
  const firstOf = firstOfShared(deps, key)
  let handled = 0
  while (handled < all.length && lines.length < mostLines) {
    await setImmediate()
    // no more than fit, so that every customer who is read is also handled
    const room = Math.min(customersAtOnce, mostLines - lines.length)
    const page = all.slice(handled, handled + room)
    handled += page.length
    for (const { customer, agreed } of readCustomers(deps, page)) {
      const { line, why } = lineOf(customer, agreed)
      const first = firstOf.get(keyOf(customer[key]))
      const isFirst = first === undefined || first === customer.seq
      const reason =
        (customer.closedOn && 'the account is closed') ??
        why ??
        (isFirst ? null : `another customer has ${customer[key]} already`)
      if (reason === null) lines.push(line)
      else leftOut.push(leftOutOf(customer, reason))
      if (!triedBefore.has(customer.id))
        end = { upTo: customer.approvedAt ?? customer.createdAt, seq: customer.seq }
    }
  }
  return { lines, leftOut, more: handled < all.length, end }
}

/** Returns the first customer of the ledger for each shared key, because the other customers would overwrite that one. */
function firstOfShared({ db }: Store, key: Format['key']) {
  const column = sql<string>`lower(${applications[key]})`
  const shared = db.orm
    .select({ key: column })
    .from(applications)
    .where(eq(applications.status, 'approved'))
    .groupBy(column)
    .having(gt(count(), 1))
  const rows = db.orm
    .select({ key: column, seq: applications.seq })
    .from(applications)
    .where(and(eq(applications.status, 'approved'), inArray(column, shared)))
    .orderBy(desc(since), desc(applications.seq))
    .all()
  return new Map(rows.map(({ key, seq }) => [keyOf(key), seq]))
}

/** Works like SQLite's `lower`, which only changes ASCII letters. */
const keyOf = (text: string | null) =>
  (text ?? '').replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const leftOutOf = ({ id, businessName }: Application, why: string): LeftOut => ({
  application: id,
  businessName: businessName ?? '',
  why,
})

const customersAfter = ({ db }: Store, last: LastFile | null): number[] =>
  db.orm
    .select({ seq: applications.seq })
    .from(applications)
    .where(
      and(
        eq(applications.status, 'approved'),
        isNotNull(applications.customerCode),
        last
          ? or(
              sql`(${since}, ${applications.seq}) > (${endOf(last).upTo}, ${endOf(last).seq})`,
              sql`${applications.id} in (select value from json_each(${JSON.stringify(last.leftOut)}))`,
            )
          : undefined,
      ),
    )
    .orderBy(asc(since), asc(applications.seq))
    .values()
    .map(([seq]) => seq as number)

/** Returns customers in their order, without those that were erased or rejected in the meantime. */
function readCustomers({ db }: Store, seqs: number[]) {
  const rows = db.orm
    .select({ customer: applications, agreed: decisionRecords })
    .from(applications)
    .leftJoin(decisionRecords, eq(decisionRecords.application, applications.seq))
    .where(and(inArray(applications.seq, seqs), eq(applications.status, 'approved')))
    .all()
  const bySeq = new Map(rows.map((row) => [row.customer.seq, row]))
  return seqs.flatMap((seq) => bySeq.get(seq) ?? [])
}

type Agreed = Pick<AgreedTerms, 'creditLimit' | 'paymentTerms'>

type Format = {
  headings: string[]
  key: 'customerCode' | 'businessName'
  lineOf: (customer: Application, agreed: Agreed | null) => { line: Line; why: string | null }
}

const text = (name: string, value: string | null, most: number) => ({ name, value, most })

type Cell = ReturnType<typeof text>

/** The first cell that a ledger refuses, or that a spreadsheet on the way would run as a formula. */
function faultOf(cells: Cell[]): string | null {
  for (const { name, value, most } of cells) {
    if (!value) continue
    if (value.length > most) return `${name} is longer than ${most} characters`
    if (/^[=+\-@]/.test(value)) return `${name} begins with ${value.slice(0, 1)}`
  }
  return null
}

/** Writes 00 for the plus sign, because a spreadsheet would read the number as a formula. */
const dialled = (number: string | null) => number?.replace(/^\+/, '00') ?? null

function addressLines({ businessAddress, postCode }: Application, most: number): string[] {
  const lines = (businessAddress ?? '')
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean)
  const head = lines.slice(0, most - 2)
  const rest = lines.slice(most - 2).join(', ')
  return [...head, rest, postCode ?? ''].filter(Boolean)
}

/** The days that the terms name, such as 30 of "30 days net". */
const dueDays = (terms: string | null) =>
  Number(/^\D{0,20}(\d{1,3}) days/i.exec(terms ?? '')?.[1] ?? NaN)

const padded = (cells: Line, count: number): Line =>
  Array.from({ length: count }, (_, at) => cells[at] ?? null)

/** Columns A to AD of Sage 50's customer records; further ones are optional. */
const sage: Format = {
  headings: [
    ...['Account Reference', 'Account Name', 'Address Line 1', 'Address Line 2', 'Address Line 3'],
    ...['Address Line 4', 'Address Line 5', 'Contact Name', 'Telephone Number', 'Fax Number'],
    ...['Analysis 1', 'Analysis 2', 'Analysis 3', 'Department Number', 'VAT Registration Number'],
    ...['Turnover MTD', 'Turnover YTD', 'Turnover Prior Year', 'Credit Limit', 'Terms'],
    ...['Settlement Due Days', 'Settlement Discount', 'Default Nominal Code', 'Default Tax Code'],
    ...['Trade Contact', 'Telephone 2', 'Email', 'Website', 'Discount Rate', 'Payment Due Days'],
  ],
  key: 'customerCode',
  lineOf(customer, agreed) {
    const { customerCode, businessName, accountsContact, telephone, fax, vatNo } = customer
    const address = addressLines(customer, 5)
    const days = dueDays(agreed?.paymentTerms ?? null)
    const cells = [
      text('Business name', businessName, 60),
      ...address.map((line) => text('A line of the address', line, 60)),
      text('Accounts contact', accountsContact, 30),
      text('Telephone', dialled(telephone), 30),
      text('Fax', dialled(fax), 30),
      text('VAT number', vatNo, 30),
      text('Payment terms', agreed?.paymentTerms ?? null, 30),
    ]
    const badCode = 'The customer code is not 1 to 8 letters and digits without spaces'
    const badLimit = 'The credit limit has more than eight digits'
    return {
      line: [
        ...[customerCode, businessName, ...padded(address, 5), accountsContact],
        ...[dialled(telephone), dialled(fax), null, null, null, null, vatNo],
        ...[null, null, null, agreed?.creditLimit ?? null, agreed?.paymentTerms ?? null],
        ...[null, null, null, null, null, null, customer.invoiceEmail, null, null],
        days <= 365 ? days : null,
      ],
      why: !/^[A-Za-z0-9]{1,8}$/.test(customerCode ?? '')
        ? badCode
        : (agreed?.creditLimit ?? 0) > 99_999_999
          ? badLimit
          : faultOf(cells),
    }
  },
}

/** The columns of Xero's template that can be filled in. A payment term needs its day. */
const xero: Format = {
  headings: [
    ...['*ContactName', 'AccountNumber', 'EmailAddress', 'POAttentionTo', 'POAddressLine1'],
    ...['POAddressLine2', 'POAddressLine3', 'POAddressLine4', 'POPostalCode', 'PhoneNumber'],
    ...['FaxNumber', 'TaxNumber', 'DueDateSalesDay', 'DueDateSalesTerm'],
  ],
  key: 'businessName',
  lineOf(customer, agreed) {
    const { customerCode, businessName, accountsContact, telephone, fax, vatNo } = customer
    const days = dueDays(agreed?.paymentTerms ?? null)
    const address = addressLines({ ...customer, postCode: null }, 5)
    const cells = [
      text('Business name', businessName, 500),
      text('Customer code', customerCode, 49),
      ...address.map((line) => text('A line of the address', line, 500)),
      text('Accounts contact', accountsContact, 255),
      text('Telephone', dialled(telephone), 50),
      text('Fax', dialled(fax), 50),
      text('VAT number', vatNo, 50),
    ]
    const hasDays = days <= 999
    return {
      line: [
        ...[businessName, customerCode, customer.invoiceEmail, accountsContact],
        ...[...padded(address, 4), customer.postCode, dialled(telephone), dialled(fax), vatNo],
        ...(hasDays ? [days, 'Days After'] : [null, null]),
      ],
      why: businessName ? faultOf(cells) : 'The business name is missing',
    }
  },
}

const formats: Record<Ledger, Format> = { sage, xero }
