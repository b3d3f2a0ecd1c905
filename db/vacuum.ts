import { once } from 'node:events'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { freeBytes } from './files.ts'
import { type Db, patience } from './open.ts'

/** Larger files, in bytes, are rewritten at night only: this one takes a second or two. */
export const mostByDay = 128 * 2 ** 20

/**
 * Rewrites the file, so that nothing deleted is left in it: `secure_delete` clears deleted rows, but SQLite leaves copies
 * of rows in the unused part of a page when it moves them. Reads go on, writes wait. Returns false, having done nothing,
 * for a file of more than `largest` bytes or when the disk has no room for it twice over.
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
