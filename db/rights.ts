import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Our files in the data folder; other files are the operator's. */
const ours = /^(countersign\.db.*|lock\.db.*|app\.key|volume\.state.*|demo-sign-ins\.txt)$/

/** Makes the data folder's files and the copies readable by the process's own user only, as far as it may. */
export function closeToOthers(folder: string) {
  for (const path of openToOthers(folder))
    try {
      chmodSync(path, 0o600)
    } catch {
      // another user's file; `doctor` reports it
    }
}

/** The files of the data folder, and the copies, that other users of this machine can read or write. */
export const openToOthers = (folder: string): string[] => [
  ...openFiles(folder, (name) => ours.test(name)),
  ...openFiles(join(folder, 'backups'), () => true),
]

function openFiles(folder: string, isOurs: (name: string) => boolean): string[] {
  return namesIn(folder)
    .filter(isOurs)
    .map((name) => join(folder, name))
    .filter((path) => {
      const stat = lstatSync(path, { throwIfNoEntry: false })
      return stat?.isFile() && (stat.mode & 0o077) !== 0
    })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
