import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { is, SQL } from 'drizzle-orm'
import { CasingCache } from 'drizzle-orm/casing'
import {
  getTableConfig,
  type SQLiteColumn,
  SQLiteSyncDialect,
  SQLiteTable,
} from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../support/app/test-database.ts'

const beyondDrizzle = readFileSync('db/schema/beyond-drizzle.sql', 'utf8')
const declared = new Database(':memory:')
const live = testDatabase()

beforeAll(() => {
  const files = import.meta.glob('../../../db/schema/*.ts', { eager: true })
  const exported = Object.values(files).flatMap((file) => Object.values(file as object))
  for (const table of exported.filter((each) => is(each, SQLiteTable)))
    declared.exec(statementsOf(table))
  declared.exec(beyondDrizzle)
})

afterAll(() => {
  declared.close()
  live.remove()
})

const kinds = ['table', 'index', 'trigger', 'view'] as const

test.each(kinds)('declares every %s of the database in db/schema, and no other', (kind) => {
  expect(namesOf(live.db.sqlite, kind)).toEqual(namesOf(declared, kind))
})

test.each(['table_xinfo', 'foreign_key_list'])(
  'declares the tables as they are in the database: %s',
  (pragma) => {
    for (const table of namesOf(declared, 'table'))
      expect([table, rowsOf(live.db.sqlite, pragma, table)]).toEqual([
        table,
        rowsOf(declared, pragma, table),
      ])
  },
)

test.each(['index', 'trigger', 'view'] as const)(
  'declares each %s as it is in the database',
  (kind) => {
    expect(definitionsOf(live.db.sqlite, kind)).toEqual(definitionsOf(declared, kind))
  },
)

test('declares each check as it is in the database', () => {
  const checksOf = (sqlite: Database.Database) =>
    definitionsOf(sqlite, 'table').flatMap(({ sql }) => sql.match(/CONSTRAINT .+ CHECK.+/g) ?? [])
  expect(checksOf(live.db.sqlite)).toEqual(checksOf(declared))
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
    .prepare<[string], { name: string; sql: string }>(
      `select name, sql from sqlite_master where type = ? and ${ours} order by name`,
    )
    .all(kind)

/** Without the order of columns: one that was added later stands last. */
const rowsOf = (sqlite: Database.Database, pragma: string, table: string) =>
  (sqlite.pragma(`${pragma}(${table})`) as Record<string, unknown>[])
    .map(({ cid: _, id: __, ...column }) => JSON.stringify(column))
    .sort()

const casing = new CasingCache('snake_case')
const quoted = (column: SQLiteColumn) => `\`${casing.getColumnCasing(column)}\``
const textOf = (sql: SQL) => new SQLiteSyncDialect({ casing: 'snake_case' }).sqlToQuery(sql).sql

/** The statements that make a table of db/schema and its indexes, in the words of drizzle-kit. */
function statementsOf(table: SQLiteTable): string {
  const { name, columns, foreignKeys, checks, indexes } = getTableConfig(table)
  const lines = [
    ...columns.map(definitionOf),
    ...foreignKeys.map((key) => {
      const { columns: from, foreignColumns: to, foreignTable } = key.reference()
      const target = `\`${getTableConfig(foreignTable).name}\`(${to.map(quoted)})`
      const events = `ON UPDATE ${key.onUpdate ?? 'no action'} ON DELETE ${key.onDelete ?? 'no action'}`
      return `FOREIGN KEY (${from.map(quoted)}) REFERENCES ${target} ${events}`
    }),
    ...checks.map(({ name, value }) => `CONSTRAINT "${name}" CHECK(${textOf(value)})`),
  ]
  const made = indexes.map(({ config: { name: index, columns, unique, where } }) => {
    const parts = columns.map((part) =>
      is(part, SQL) ? textOf(part) : quoted(part as SQLiteColumn),
    )
    const create = `CREATE ${unique ? 'UNIQUE ' : ''}INDEX \`${index}\``
    return `${create} ON \`${name}\` (${parts})${where ? ` WHERE ${textOf(where)}` : ''}`
  })
  return [`CREATE TABLE \`${name}\` (\n${lines.join(',\n')}\n)`, ...made].join(';\n')
}

function definitionOf(column: SQLiteColumn): string {
  const {
    primary,
    autoIncrement,
    default: value,
    notNull,
  } = column as SQLiteColumn & {
    autoIncrement?: boolean
  }
  const isText = typeof value === 'string'
  return [
    quoted(column),
    column.getSQLType(),
    primary && 'PRIMARY KEY',
    autoIncrement && 'AUTOINCREMENT',
    value !== undefined &&
      `DEFAULT ${is(value, SQL) ? textOf(value) : isText ? `'${value}'` : value}`,
    notNull && 'NOT NULL',
  ]
    .filter(Boolean)
    .join(' ')
}
