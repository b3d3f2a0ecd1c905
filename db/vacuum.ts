import { once } from 'node:events'
import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { type Db, patience } from './open.ts'

/** Bytes that are rewritten within a second or two. */
const quicklyRewritten = 128 * 2 ** 20

/**
 * Rewrites the file, so that nothing deleted is left in it: `secure_delete` clears deleted rows, but SQLite leaves copies
 * of rows in the unused part of a page when it moves them. Meanwhile reads go on and writes wait.
 */
export async function vacuum({ path }: Db) {
  const worker = new Worker(new URL('./vacuum.mjs', import.meta.url), {
    workerData: { path, patience },
  })
  const [error] = await once(worker, 'message')
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
}

/** As `vacuum`, unless the file is so large that writes would wait for too long; returns whether it was done. */
export async function vacuumIfQuick(db: Db): Promise<boolean> {
  const { size } = statSync(db.path)
  if (size <= quicklyRewritten) await vacuum(db)
  return size <= quicklyRewritten
}
