import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const installation = sqliteTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
})

/** By the month in which applications were begun; outlives them. */
export const monthlyTally = sqliteTable('monthly_tally', {
  month: text().primaryKey(),
  started: integer().notNull().default(0),
  submitted: integer().notNull().default(0),
})
