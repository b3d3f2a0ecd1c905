import { blob, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'

/** Signature images, re-encoded from their pixels: `authorisation` is the customer's, `finance` the supplier's. */
export const signatures = sqliteTable(
  'signatures',
  {
    id: integer().primaryKey(),
    application: integer()
      .notNull()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    kind: text({ enum: ['authorisation', 'finance'] }).notNull(),
    png: blob({ mode: 'buffer' }).notNull(),
    hasInk: integer({ mode: 'boolean' }).notNull(),
    /** The name as it was typed, when the image was drawn from it. */
    typedName: text(),
  },
  (table) => [uniqueIndex('signatures_application').on(table.application, table.kind)],
)

/** What was signed, when, from where, to which terms; never changed afterwards. */
export const signings = sqliteTable('signings', {
  application: integer()
    .primaryKey()
    .references(() => applications.seq, { onDelete: 'cascade' }),
  signedAt: integer().notNull(),
  address: text().notNull(),
  agent: text().notNull(),
  termsVersion: text().notNull(),
  termsHash: text().notNull(),
  content: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
})
