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
 * What the data folder says of itself: `new` was never used, `stopped` was left in good order, `running` belongs to a
 * process that works, or that was killed.
 */
export type VolumeState = 'new' | 'stopped' | 'running'

/** The file in which the folder says it; that it is there means that there has been a database. */
export const stateFile = (folder: string) => join(folder, 'volume.state')

/** Reads what the folder says of itself; a file that says neither word counts as `running`. */
export function volumeState(folder: string): VolumeState {
  if (!existsSync(stateFile(folder))) return 'new'
  return readFileSync(stateFile(folder), 'utf8').trim() === 'stopped' ? 'stopped' : 'running'
}

/** Writes it, and does not return before the disk has it. */
export function markVolume(folder: string, state: Exclude<VolumeState, 'new'>) {
  const file = openSync(stateFile(folder), 'w', 0o600)
  writeSync(file, `${state}\n`)
  fsyncSync(file)
  closeSync(file)
}

/**
 * Says that the folder was left in good order, unless somebody who reads along (a copying side-car) kept the log from
 * being written back: the next start then reads every page, as after a kill.
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
