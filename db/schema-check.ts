import { migrateDatabase } from './migrate.ts'
import { type Db, openDatabase } from './open.ts'

/** How the file's tables, indexes, views and triggers differ from the migrations. */
export function schemaFaults(db: Db, migrations: string): string[] {
  const shipped = openDatabase(':memory:')
  try {
    migrateDatabase(shipped, migrations)
    const expected = schemaOf(shipped)
    const actual = schemaOf(db)
    return [...new Set([...expected.keys(), ...actual.keys()])]
      .filter((name) => expected.get(name) !== actual.get(name))
      .map(
        (name) =>
          `the ${name}: ${actual.has(name) ? 'Countersign did not create it like this' : 'it is missing'}`,
      )
  } finally {
    shipped.sqlite.close()
  }
}

/** Leaves out what SQLite creates by itself, such as its statistics. */
const schemaOf = ({ sqlite }: Db) =>
  new Map(
    sqlite
      .prepare<[], { name: string; sql: string }>(
        `select type || ' ' || name as name, sql from sqlite_schema
        where name not like 'sqlite!_%' escape '!' and name <> '__drizzle_migrations'`,
      )
      .all()
      .map(({ name, sql }) => [name, sql]),
  )
