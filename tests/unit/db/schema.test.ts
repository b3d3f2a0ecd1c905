import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../support/app/test-database.ts'

const beyondDrizzle = readFileSync('db/schema/beyond-drizzle.sql', 'utf8')
const declared = new Database(':memory:')
const live = testDatabase()

beforeAll(async () => {
  const files = import.meta.glob('../../../db/schema/*.ts', { eager: true }) as Record<
    string,
    object
  >
  const schema = Object.assign({}, ...Object.values(files))
  const [nothing, everything] = await Promise.all([
    generateSQLiteDrizzleJson({}),
    generateSQLiteDrizzleJson(schema, undefined, 'snake_case'),
  ])
  for (const statement of await generateSQLiteMigration(nothing, everything))
    declared.exec(statement)
  declared.exec(beyondDrizzle)
})

afterAll(() => {
  declared.close()
  live.remove()
})

const kinds = ['table', 'index', 'trigger', 'view'] as const

test.each(kinds)('every %s of the database is declared in db/schema, and the reverse', (kind) => {
  expect(namesOf(live.db.sqlite, kind)).toEqual(namesOf(declared, kind))
})

test.each(['table_xinfo', 'foreign_key_list'])(
  'the tables are declared as they are: %s',
  (pragma) => {
    for (const table of namesOf(declared, 'table'))
      expect([table, rowsOf(live.db.sqlite, pragma, table)]).toEqual([
        table,
        rowsOf(declared, pragma, table),
      ])
  },
)

test.each(['index', 'trigger'] as const)('each %s is declared as it is', (kind) => {
  expect(definitionsOf(live.db.sqlite, kind)).toEqual(definitionsOf(declared, kind))
})

test('the first migration ends with what Drizzle cannot declare', () => {
  const first = readFileSync(join('db/migrations', '0000_initial.sql'), 'utf8')
  expect(first.endsWith(beyondDrizzle)).toBe(true)
})

const ours = "name not like 'sqlite_%' and name not like '__drizzle_%' and sql is not null"

const namesOf = (sqlite: Database.Database, kind: string) =>
  sqlite
    .prepare<[string], string>(
      `select name from sqlite_master where type = ? and ${ours} order by name`,
    )
    .pluck()
    .all(kind)

const definitionsOf = (sqlite: Database.Database, kind: string) =>
  sqlite
    .prepare(`select name, sql from sqlite_master where type = ? and ${ours} order by name`)
    .all(kind)

/** Without the order of columns: one that was added later stands last. */
const rowsOf = (sqlite: Database.Database, pragma: string, table: string) =>
  (sqlite.pragma(`${pragma}(${table})`) as Record<string, unknown>[])
    .map(({ cid: _, id: __, ...column }) => JSON.stringify(column))
    .sort()
