import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mergeSearchDaily } from '#src/domain/dashboard/search-merge.ts'
import { days, hours } from '#src/domain/durations.ts'
import { insertMany, insertRow, pagesOf } from '../support/listed-rows.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

test.each([
  ['few', 0],
  ['many', 700],
])('once a day, what was changed or deleted is gone from the search of %s', async (_, others) => {
  const house = testApp()
  insertMany(house, others, 'Other works', null)
  for (let at = 0; at < 40; at++) insertRow(house, `Zqxvwk gauges ${at}`, null, null)
  await mergeSearchDaily(house.deps)
  for (let at = 0; at < 40; at++) insertRow(house, `Jkqzyh works ${at}`, null, null)
  expect(inFile(house, 'zqxvwk')).toBe(true)
  house.deps.db.sqlite.exec(`
    update applications set business_name = 'Sample gauges' where business_name like 'Zqxvwk%';
    delete from applications where business_name like 'Jkqzyh%'`)
  expect(pagesOf(house, { search: 'zqxvwk' })).toMatchObject([{ total: 0 }])
  house.clock.now += days(1)
  await mergeSearchDaily(house.deps)
  expect(inFile(house, 'zqxvwk')).toBe(false)
  expect(inFile(house, 'jkqzyh')).toBe(false)
  expect(pagesOf(house, { search: 'sample gauges' })).toMatchObject([{ total: 40 }])
})

test('a search asks one part of the index after the merge of a day, and many meanwhile', async () => {
  const house = testApp()
  const saveAll = () => {
    for (let at = 0; at < 3; at++) insertRow(house, `Sample gauges ${at}`, null, null)
  }
  insertMany(house, 700, 'Made-up works', null)
  saveAll()
  expect(parts(house)).toBeGreaterThan(3)
  await mergeSearchDaily(house.deps)
  expect(parts(house)).toBe(1)
  saveAll()
  house.clock.now += hours(1)
  await mergeSearchDaily(house.deps)
  expect(parts(house)).toBe(4)
  house.clock.now += hours(23)
  await mergeSearchDaily(house.deps)
  expect(parts(house)).toBe(1)
})

function inFile({ deps: { db } }: TestApp, text: string) {
  db.sqlite.pragma('wal_checkpoint(TRUNCATE)')
  return readFileSync(db.path).includes(text)
}

const parts = ({ deps: { db } }: TestApp) =>
  db.sqlite.prepare('select count(distinct segid) from applications_search_idx').pluck().get()
