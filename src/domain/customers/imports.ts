import { and, count, countDistinct, desc, eq, gt, inArray, like, not } from 'drizzle-orm'
import { customerImportFaults, customerImports } from '#db/schema/review.ts'
import type { Deps } from '#src/deps.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { columnHeading } from '#src/forms/customers/columns.ts'
import { importTexts } from '#src/forms/customers/import-texts.ts'
import { encodingOf } from './csv-file.ts'

type Store = Pick<Deps, 'db'>

/** An import without its file. */
export type CustomerImport = Omit<typeof customerImports.$inferSelect, 'csv'>

/** What a line has against it. */
export type ListedFault = { line: number; column: string; message: string }

/** The imports, newest first. */
export const listImports = ({ db }: Store, most = 20): CustomerImport[] =>
  db.orm.select(facts).from(customerImports).orderBy(desc(customerImports.id)).limit(most).all()

/** The import that is waiting or under way; there is one at most. */
export const openImport = ({ db }: Store): CustomerImport | null =>
  db.orm
    .select(facts)
    .from(customerImports)
    .where(inArray(customerImports.state, ['checking', 'checked', 'importing']))
    .orderBy(desc(customerImports.id))
    .get() ?? null

/** One import; refuses 'unknown'. */
export function importOf({ db }: Store, id: number): CustomerImport {
  const found = db.orm.select(facts).from(customerImports).where(eq(customerImports.id, id)).get()
  if (!found) throw new Refusal('unknown', importTexts.unknown)
  return found
}

/** Its file, while that is kept. */
export const fileOf = ({ db }: Store, id: number): Buffer | null =>
  db.orm
    .select({ csv: customerImports.csv })
    .from(customerImports)
    .where(eq(customerImports.id, id))
    .get()?.csv ?? null

/** The import that waits or is under way, if its file names an address. */
export function importNaming(store: Store, address: string): CustomerImport | null {
  const open = openImport(store)
  if (!open) return null
  const file = fileOf(store, open.id) ?? Buffer.alloc(0)
  const words = new TextDecoder(encodingOf(file)).decode(file).toLowerCase().split(betweenWords)
  return words.includes(address.trim().toLowerCase()) ? open : null
}

/** What stands between two addresses in a CSV, or around one. */
const betweenWords = /[\s,;"<>|]+/

/** How many lines cannot be imported, and how many faults and notes there are. */
export function countFaults({ db }: Store, id: number) {
  const of = eq(customerImportFaults.customerImport, id)
  const counted = (notes: boolean) =>
    db.orm
      .select({ lines: countDistinct(customerImportFaults.line), count: count() })
      .from(customerImportFaults)
      .where(and(of, notes ? isNoteRow : not(isNoteRow)))
      .get() ?? { lines: 0, count: 0 }
  const { lines, count: faults } = counted(false)
  return { lines, faults, notes: counted(true).count }
}

/** The first lines that have something against them, from a fault on. */
export const listFaults = ({ db }: Store, id: number, most: number, after = 0) =>
  db.orm
    .select()
    .from(customerImportFaults)
    .where(and(eq(customerImportFaults.customerImport, id), gt(customerImportFaults.id, after)))
    .orderBy(customerImportFaults.id)
    .limit(most)
    .all()
    .map(({ id, line, field, message }) => ({
      ...{ id, line, message },
      column: field === null ? '' : columnHeading(field),
    }))

/** The lines that are left out. */
export const faultyLines = ({ db }: Store, id: number): Set<number> =>
  new Set(
    db.orm
      .selectDistinct({ line: customerImportFaults.line })
      .from(customerImportFaults)
      .where(and(eq(customerImportFaults.customerImport, id), not(isNoteRow)))
      .all()
      .map(({ line }) => line),
  )

const isNoteRow = like(customerImportFaults.message, 'Note: %')

const facts = {
  id: customerImports.id,
  fileName: customerImports.fileName,
  uploadedBy: customerImports.uploadedBy,
  uploadedAt: customerImports.uploadedAt,
  state: customerImports.state,
  rows: customerImports.rows,
  doneRows: customerImports.doneRows,
  invitesCustomers: customerImports.invitesCustomers,
}
