import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { TestApp } from './test-app.ts'

/** A command on the command line that has stopped in the middle of a write: it holds the lock until `release`. */
export function lockOf(path: string) {
  const other = new Database(path)
  other.exec('begin immediate')
  onTestFinished(() => {
    other.close()
  })
  return { release: () => other.exec('commit') }
}

/** The server rewrites its file, and holds the lock until `release`. */
export function rewritingOf({ deps: { db } }: TestApp) {
  const lock = lockOf(db.path)
  db.isRewritten = true
  return {
    release() {
      lock.release()
      db.isRewritten = false
    },
  }
}

/** A command on the command line that writes for so many milliseconds; resolves when it has begun. */
export async function shortWriteOf(path: string, milliseconds: number) {
  const program = `
    const { parentPort } = require('node:worker_threads')
    const db = new (require('better-sqlite3'))(${JSON.stringify(path)})
    db.exec('begin immediate')
    parentPort.postMessage('begun')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds})
    db.exec('commit')
    db.close()`
  const worker = new Worker(program, { eval: true })
  onTestFinished(async () => {
    await worker.terminate()
  })
  await once(worker, 'message')
}
