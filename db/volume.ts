import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

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
