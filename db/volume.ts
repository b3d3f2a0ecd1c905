import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { isHeld } from './lock.ts'

/**
 * The state of the data folder: `new` was never used, `stopped` was closed cleanly, `running` belongs to a running or
 * killed process.
 */
type VolumeState = 'new' | 'stopped' | 'running'

/** The file with the state. If it exists, there has been a database. */
export const stateFile = (folder: string) => join(folder, 'volume.state')

/** Reads the state; a file with neither word counts as `running`. */
export function volumeState(folder: string): VolumeState {
  if (!existsSync(stateFile(folder))) return 'new'
  return readFileSync(stateFile(folder), 'utf8').trim() === 'stopped' ? 'stopped' : 'running'
}

/** Writes the state and syncs it to the disk. */
export function markVolume(folder: string, state: Exclude<VolumeState, 'new'>) {
  const file = openSync(stateFile(folder), 'w', 0o600)
  writeSync(file, `${state}\n`)
  fsyncSync(file)
  closeSync(file)
}

/**
 * Marks a clean stop, unless another reader (a side-car) kept the log from being merged: then the next start reads
 * every page, as after a kill.
 */
export function markStopped(folder: string) {
  const log = join(folder, 'countersign.db-wal')
  if (!existsSync(log) || statSync(log).size === 0) markVolume(folder, 'stopped')
}

/** Whether a server holds the folder. */
export function isServed(folder: string): boolean {
  return isHeld(join(folder, 'lock.db'))
}

/**
 * Marks that a command writes here without a server: if it is killed, the next start must know about its write-ahead
 * log. Returns a function that takes it back.
 */
export function markForCommand(folder: string): () => void {
  if (isServed(folder) || volumeState(folder) === 'running') return () => {}
  markVolume(folder, 'running')
  return () => {
    if (!isServed(folder)) markStopped(folder)
  }
}
