import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { Db } from './open.ts'

/**
 * Opens a database to look at it, beside a running server or in a copy; nothing is written, not even the log of
 * changes back into the file. Throws when there is none.
 */
export function openForReading(path: string): Db {
  const sqlite = new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 })
  return { orm: drizzle(sqlite, { casing: 'snake_case' }), sqlite, path }
}
