import { once } from 'node:events'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { freeBytes } from './files.ts'
import { busyTimeoutMs, type Db } from './open.ts'

export const mostByDay = 128 * 2 ** 20

/** Returns whether the file has at most `largest` bytes and the disk has room for the new file. */
export function canVacuum({ path }: Db, largest = Number.POSITIVE_INFINITY): boolean {
  const { size } = statSync(path)
  return size <= largest && freeBytes(dirname(path)) > 3 * size
}

/** Rewrites the file in a thread, because deleted rows remain in the unused parts of pages. */
export async function vacuum(db: Db) {
  db.isRewritten = true
  try {
    const worker = new Worker(new URL('./vacuum.mjs', import.meta.url), {
      workerData: { path: db.path, busyTimeoutMs },
    })
    const [error] = await once(worker, 'message')
    if (error) throw Object.assign(new Error(error.message), { code: error.code })
  } finally {
    db.isRewritten = false
  }
}
