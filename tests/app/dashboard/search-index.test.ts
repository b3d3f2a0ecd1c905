import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hours } from '#src/domain/calendar.ts'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import { insertMany, insertRow, pagesOf } from '../../support/app/listed-rows.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

/** In no other text of these tests, so that the index keeps it as it is. */
const rare = 'жщю'

test.each([0, 700])(
  'the nightly clean-up leaves no changed or deleted text in the file (among %i others)',
  async (others) => {
    const app = testApp()
    insertMany(app, others, 'Other works', null, app.clock.now)
    for (let index = 0; index < 40; index++) insertRow(app, `${rare} gauges ${index}`, null, null)
    await cleanUp(app.deps)
    for (let index = 0; index < 40; index++) insertRow(app, `${rare} works ${index}`, null, null)
    expect(isInFile(app)).toBe(true)
    app.deps.db.sqlite.exec(`
      update applications set business_name = 'Sample gauges' where business_name like '${rare} gauges%';
      delete from applications where business_name like '${rare} works%'`)
    expect(pagesOf(app, { search: rare })).toMatchObject([{ total: 0 }])
    app.clock.now += hours(17)
    await cleanUp(app.deps)
    expect(isInFile(app)).toBe(false)
    expect(pagesOf(app, { search: 'sample gauges' })).toMatchObject([{ total: 40 }])
  },
)

function isInFile({ deps: { db } }: TestApp) {
  db.sqlite.pragma('wal_checkpoint(TRUNCATE)')
  return readFileSync(db.path).includes(rare)
}
