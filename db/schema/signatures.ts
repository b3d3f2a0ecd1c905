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
    /** SHA-256 in hex of the data URI that the image was made from: sent again, it is not decoded again. */
    sentSha256: text(),
  },
  (table) => [uniqueIndex('signatures_application').on(table.application, table.kind)],
)
