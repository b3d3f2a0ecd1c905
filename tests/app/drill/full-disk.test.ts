import { expect, test, vi } from 'vitest'
import { keptDrills } from '#src/domain/drill/kept-drills.ts'
import { drillWhenDue } from '#src/domain/drill/schedule.ts'
import { drillFiles, drillSite } from '../../support/backup/drill-site.ts'

const disk = vi.hoisted(() => ({ free: Number.MAX_SAFE_INTEGER }))

vi.mock('#db/free-space.ts', () => ({ freeBytes: () => disk.free }))

test('a drill does not begin while three times the database does not fit, and says so', async () => {
  const site = await drillSite()
  await site.sendAndNote()
  const { deps } = site.app
  disk.free = 100 * 2 ** 20
  await drillWhenDue(deps, drillFiles, new AbortController().signal)
  expect(keptDrills(deps.db, deps.env)?.failed?.reason).toMatch(
    /^A drill needs \d+ MiB of free space in .*, and 100 are free$/,
  )
})
