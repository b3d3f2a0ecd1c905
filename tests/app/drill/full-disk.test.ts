import { expect, test } from 'vitest'
import { keptDrills } from '#src/domain/drill/kept-drills.ts'
import { drillWhenDue } from '#src/domain/drill/schedule.ts'
import { drillFiles, drillSite } from '../../support/backup/drill-site.ts'
import { freeSpace } from '../../support/backup/free-space.ts'

test('a drill does not begin while three times the database does not fit, and says so', async () => {
  const site = await drillSite()
  await site.sendAndNote()
  const { deps } = site.app
  freeSpace(100 * 2 ** 20)
  await drillWhenDue(deps, drillFiles, new AbortController().signal)
  expect(keptDrills(deps.db, deps.env)?.failed?.reason).toMatch(
    /^A drill needs \d+ MiB of free space in .*, and 100 are free$/,
  )
})
