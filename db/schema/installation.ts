import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Facts about the installation, such as the sentinel that verifies the key. */
export const installation = sqliteTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
})

/** Applications started and submitted, by the month of their creation (`yyyy-MM`); outlives the applications. */
export const monthlyTally = sqliteTable('monthly_tally', {
  month: text().primaryKey(),
  started: integer().notNull().default(0),
  submitted: integer().notNull().default(0),
})
