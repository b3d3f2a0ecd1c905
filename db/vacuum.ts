import { once } from 'node:events'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { freeBytes } from './free-space.ts'
import { type Db, patience } from './open.ts'

/** The largest files, in bytes, that are rewritten beside people who work (1 s or 2), and at night (15 s). */
export const rewritable = { anyTime: 128 * 2 ** 20, atNight: 2 ** 30 } as const

/**
 * Rewrites the file, so that nothing deleted is left in it: `secure_delete` clears deleted rows, but SQLite leaves copies
 * of rows in the unused part of a page when it moves them. Meanwhile reads go on and writes wait.
 */
export async function vacuum(db: Db) {
  const worker = new Worker(new URL('./vacuum.mjs', import.meta.url), {
    workerData: { path: db.path, patience },
  })
  const [error] = await once(worker, 'message')
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
}

/** As `vacuum`, unless the file is larger, or the disk has no room for it twice over; returns whether it was done. */
export async function vacuumUpTo(db: Db, largest: number): Promise<boolean> {
  const { size } = statSync(db.path)
  const fits = size <= largest && freeBytes(dirname(db.path)) > 3 * size
  if (fits) await vacuum(db)
  return fits
}
