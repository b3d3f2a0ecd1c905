import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backUpWhenDue } from '#src/domain/keeping.ts'
import { testApp } from '../support/test-app.ts'

const hour = 60 * 60 * 1000

test('a copy is made when the newest is six hours old, however often the server was started since', async () => {
  const house = testApp()
  const folder = join(house.deps.env.DATA_DIR, 'backups')
  const copies = () => readdirSync(folder).filter((name) => name.endsWith('.db'))
  await backUpWhenDue(house.deps)
  expect(copies()).toHaveLength(1)
  const [first = ''] = copies()
  utimesSync(join(folder, first), house.clock.now / 1000, house.clock.now / 1000)

  house.clock.now += 5 * hour
  await backUpWhenDue(house.deps)
  expect(copies()).toHaveLength(1)

  house.clock.now += hour
  await backUpWhenDue(house.deps)
  expect(copies()).toHaveLength(2)
})
