import { statfsSync } from 'node:fs'

/** Bytes that an ordinary user may still write to the file system of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
