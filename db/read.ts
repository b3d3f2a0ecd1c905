import Database from 'better-sqlite3'
import { connect, type Db } from './open.ts'

/** Opens an existing database read-only, beside a running server or in a copy. */
export const openForReading = (path: string): Db =>
  connect(new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 }), path)
