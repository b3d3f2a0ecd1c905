import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The one row of the supplier's own details; without it the environment's values count. */
export const company = sqliteTable('company', {
  id: integer().primaryKey(),
  name: text().notNull(),
  registeredAddress: text(),
  companyNumber: text(),
  vatNumber: text(),
  telephone: text(),
  salesEmail: text().notNull(),
  privacyUrl: text(),
  /** When the name last changed: certificates from before it seal no more documents. */
  namedAt: integer(),
  version: integer().notNull(),
  updatedAt: integer().notNull(),
})
