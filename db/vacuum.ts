import { once } from 'node:events'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { freeBytes } from './files.ts'
import { type Db, patience } from './open.ts'

/** Bytes; larger files are rewritten at night only. */
export const mostByDay = 128 * 2 ** 20

/**
 * Rewrites the file: `secure_delete` clears deleted rows, but SQLite leaves copies of moved rows in unused parts of
 * pages. Reads go on, writes wait. Returns false for a file above `largest` or without room for it twice over.
 */
export async function vacuum(db: Db, largest = Number.POSITIVE_INFINITY): Promise<boolean> {
  const { size } = statSync(db.path)
  if (size > largest || freeBytes(dirname(db.path)) <= 3 * size) return false
  const worker = new Worker(new URL('./vacuum.mjs', import.meta.url), {
    workerData: { path: db.path, patience },
  })
  const [error] = await once(worker, 'message')
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
  return true
}
