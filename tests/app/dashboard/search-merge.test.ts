import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mergeSearchDaily } from '#src/domain/dashboard/search-merge.ts'
import { days, hours } from '#src/domain/durations.ts'
import { insertMany, insertRow, pagesOf } from '../../support/listed-rows.ts'
import { type TestApp, testApp } from '../../support/test-app.ts'

test.each([
  ['few', 0],
  ['many', 700],
])('once a day, what was changed or deleted is gone from the search of %s', async (_, others) => {
  const app = testApp()
  insertMany(app, others, 'Other works', null)
  for (let at = 0; at < 40; at++) insertRow(app, `Zqxvwk gauges ${at}`, null, null)
  await mergeSearchDaily(app.deps)
  for (let at = 0; at < 40; at++) insertRow(app, `Jkqzyh works ${at}`, null, null)
  expect(inFile(app, 'zqxvwk')).toBe(true)
  app.deps.db.sqlite.exec(`
    update applications set business_name = 'Sample gauges' where business_name like 'Zqxvwk%';
    delete from applications where business_name like 'Jkqzyh%'`)
  expect(pagesOf(app, { search: 'zqxvwk' })).toMatchObject([{ total: 0 }])
  app.clock.now += days(1)
  await mergeSearchDaily(app.deps)
  expect(inFile(app, 'zqxvwk')).toBe(false)
  expect(inFile(app, 'jkqzyh')).toBe(false)
  expect(pagesOf(app, { search: 'sample gauges' })).toMatchObject([{ total: 40 }])
})

test('a search asks one part of the index after the merge of a day, and many meanwhile', async () => {
  const app = testApp()
  const saveAll = () => {
    for (let at = 0; at < 3; at++) insertRow(app, `Sample gauges ${at}`, null, null)
  }
  insertMany(app, 700, 'Made-up works', null)
  saveAll()
  expect(parts(app)).toBeGreaterThan(3)
  await mergeSearchDaily(app.deps)
  expect(parts(app)).toBe(1)
  saveAll()
  app.clock.now += hours(1)
  await mergeSearchDaily(app.deps)
  expect(parts(app)).toBe(4)
  app.clock.now += hours(23)
  await mergeSearchDaily(app.deps)
  expect(parts(app)).toBe(1)
})

function inFile({ deps: { db } }: TestApp, text: string) {
  db.sqlite.pragma('wal_checkpoint(TRUNCATE)')
  return readFileSync(db.path).includes(text)
}

const parts = ({ deps: { db } }: TestApp) =>
  db.sqlite.prepare('select count(distinct segid) from applications_search_idx').pluck().get()
