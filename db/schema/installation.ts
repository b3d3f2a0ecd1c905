import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Facts about the installation: the sentinel that proves the key. */
export const installation = sqliteTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
})
