import fs, { type StatsFs } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished, vi } from 'vitest'

/** Every disk has so many bytes free until the test ends. Returns the spy on the looks at them. */
export function freeSpace(bytes: number) {
  const looks = vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: bytes, bsize: 1 } as StatsFs)
  syncBuiltinESMExports()
  onTestFinished(() => {
    looks.mockRestore()
    syncBuiltinESMExports()
  })
  return looks
}
