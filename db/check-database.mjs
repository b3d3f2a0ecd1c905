// A thread of its own, in plain JavaScript because a thread starts from a file: looks at every page of a database.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

parentPort.postMessage(says(workerData))

/** What the database says of itself, 'ok' when all is whole. */
function says(path) {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true })
    const pages = db.pragma('integrity_check', { simple: true })
    const broken = db.pragma('foreign_key_check')
    db.close()
    return pages === 'ok' && broken.length > 0 ? 'rows refer to missing ones' : pages
  } catch (error) {
    return error.message
  }
}
