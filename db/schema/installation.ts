import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Facts about the installation, such as the sentinel that verifies the key. */
export const installation = sqliteTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
})
