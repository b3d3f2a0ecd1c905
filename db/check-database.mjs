// Checks every page of a database in a thread. This is plain JavaScript because a thread starts from a file.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

parentPort.postMessage(check(workerData))

/** Returns 'ok' when the database is sound, or else says what is wrong. */
function check(path) {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true })
    const pages = db.pragma('integrity_check', { simple: true })
    const broken = db.pragma('foreign_key_check')
    db.close()
    return pages === 'ok' && broken.length > 0 ? 'rows refer to missing rows' : pages
  } catch (error) {
    return error.message
  }
}
