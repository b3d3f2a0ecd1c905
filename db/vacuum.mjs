// Rewrites a database in a thread. Plain JavaScript, because a thread starts from a file.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

parentPort.postMessage(vacuum(workerData))

/** The error as plain values, or `null`. */
function vacuum({ path, busyTimeoutMs }) {
  const db = new Database(path, { fileMustExist: true, timeout: busyTimeoutMs })
  try {
    // the new pages are on the disk for a moment, instead of in memory
    db.pragma('temp_store = FILE')
    db.pragma('wal_autocheckpoint = 0')
    db.exec('vacuum')
    // most of the log is written back without a lock, so that little is left to do under it
    db.pragma('wal_checkpoint(PASSIVE)')
    db.pragma('wal_checkpoint(TRUNCATE)')
    return null
  } catch ({ message, code }) {
    return { message, code }
  } finally {
    db.close()
  }
}
