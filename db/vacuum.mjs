// Rewrites a database in a thread. This is plain JavaScript because a thread starts from a file.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

parentPort.postMessage(vacuum(workerData))

/** Returns `null`, or the error as plain values that can be passed between threads. */
function vacuum({ path, busyTimeoutMs }) {
  const db = new Database(path, { fileMustExist: true, timeout: busyTimeoutMs })
  try {
    // the new pages go to the disk for a moment, because they could fill the memory
    db.pragma('temp_store = FILE')
    db.pragma('wal_autocheckpoint = 0')
    db.exec('vacuum')
    // this writes most of the log back without a lock, so that the next step holds its lock only briefly
    db.pragma('wal_checkpoint(PASSIVE)')
    db.pragma('wal_checkpoint(TRUNCATE)')
    return null
  } catch ({ message, code }) {
    return { message, code }
  } finally {
    db.close()
  }
}
