import { eq } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Db } from '../open.ts'

export const installation = sqliteTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
})

export function readFact<Fact>({ orm }: Db, name: string): Fact | null {
  const row = orm.select().from(installation).where(eq(installation.name, name)).get()
  return row ? JSON.parse(row.value) : null
}

export const storeFact = (db: Db, name: string, fact: unknown) =>
  storeText(db, name, JSON.stringify(fact))

export function storeText({ orm }: Db, name: string, value: string) {
  orm
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value } })
    .run()
}

/** Numbers by the month in which an application was started. They stay when the application is removed. */
export const monthlyTally = sqliteTable('monthly_tally', {
  month: text().primaryKey(),
  started: integer().notNull().default(0),
  submitted: integer().notNull().default(0),
})
