import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  createReadStream,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'

const isWindows = process.platform === 'win32'

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part)
  return hash.digest('hex')
}

export function syncPath(path: string, flags: 'r' | 'r+') {
  // Windows cannot open a folder as a file, and NTFS keeps its own journal of renames
  if (isWindows && flags === 'r') return
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

const ours = /^(countersign\.db.*|lock\.db.*|app\.key|volume\.state.*|demo-sign-ins\.txt)$/

export function closeToOthers(folder: string) {
  for (const path of openToOthers(folder))
    try {
      chmodSync(path, 0o600)
    } catch {
      // the file belongs to another user; `doctor` reports it
    }
}

/**
 * Lists our files that other users can read. The list is empty on Windows, where a file inherits the rights of its
 * folder.
 */
export const openToOthers = (folder: string): string[] =>
  isWindows
    ? []
    : [
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
