import { once } from 'node:events'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { freeBytes } from './files.ts'
import { busyTimeoutMs, type Db } from './open.ts'

export const mostByDay = 128 * 2 ** 20

/** False above `largest` bytes or without room. Unused parts of pages hold deleted rows. */
export async function vacuum(db: Db, largest = Number.POSITIVE_INFINITY): Promise<boolean> {
  const { size } = statSync(db.path)
  if (size > largest || freeBytes(dirname(db.path)) <= 3 * size) return false
  const worker = new Worker(new URL('./vacuum.mjs', import.meta.url), {
    workerData: { path: db.path, busyTimeoutMs },
  })
  const [error] = await once(worker, 'message')
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
  return true
}
