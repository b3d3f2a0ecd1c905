import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openForReading } from './read.ts'
import { stateFile, volumeState } from './volume.ts'

const remedy = 'Nothing was changed. Restore a backup: node dist/cli.js restore FILE'

/**
 * Checks the data folder before opening it for writing, and throws in plain words instead of creating a new database
 * over a lost one. Reads every page after an unclean stop. Returns whether the stop was clean.
 */
export function checkBeforeOpening(folder: string): { readAll: boolean } {
  const path = join(folder, 'countersign.db')
  const state = volumeState(folder)
  const size = existsSync(path) ? statSync(path).size : null
  if (state === 'new' && !size) return { readAll: false }
  if (size === null)
    throw new Error(
      `${path} is missing, but this folder has held a database. Is the right volume mounted? ${remedy}`,
    )
  if (size === 0) throw new Error(`${path} is empty, but this folder has held data. ${remedy}`)
  const hasLog = existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0
  readHeader(path, size, hasLog)
  if (state === 'stopped') {
    if (!hasLog) return { readAll: false }
    throw new Error(
      `${path}-wal lies beside a database that was left in good order. Nothing was changed. Either it belongs to another one: move it away. Or something else wrote here and was killed: write "running" into ${stateFile(folder)}. Then start again.`,
    )
  }
  const fault = faultIn(path)
  if (fault !== null) throw new Error(`${path} is damaged (${fault}). ${remedy}`)
  return { readAll: true }
}

/** The first 100 bytes tell whether it is a database, and its least length. */
function readHeader(path: string, size: number, hasLog: boolean) {
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  readSync(file, header, 0, 100, 0)
  closeSync(file)
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0')
    throw new Error(`${path} is not a database. ${remedy}`)
  // 1 stands for 65536, which does not fit in two bytes
  const pageSize = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16)
  const needed = pageSize * header.readUInt32BE(28)
  // A write-ahead log that is not merged yet may hold the rest.
  if (!hasLog && size < needed)
    throw new Error(`${path} is cut short: ${size} bytes of ${needed}. ${remedy}`)
}

/** What is wrong with the pages, including the log; `null` when they are sound. */
function faultIn(path: string): string | null {
  const db = openForReading(path)
  try {
    const result = String(db.sqlite.pragma('quick_check', { simple: true }))
    return result === 'ok' ? null : result.replace(/\s+/g, ' ').slice(0, 120)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    db.sqlite.close()
  }
}
