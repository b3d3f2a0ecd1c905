import { expect, test } from 'vitest'
import { insertMany, insertRow, names, pagesOf } from '../../support/listed-rows.ts'
import { testApp } from '../../support/test-app.ts'

test('a text whose parts are in every row is found where it is, page by page, without its neighbours', () => {
  const app = testApp()
  insertRow(app, 'First sample gauge blocks', null, null)
  insertMany(app, 40_000, 'Sample gauge b', 'gauge blocks')
  insertRow(app, 'Last sample gauge blocks', null, null)
  const pages = pagesOf(app, { search: 'sample gauge blocks' })
  expect(pages.flatMap(names)).toEqual(['Last sample gauge blocks', 'First sample gauge blocks'])
  expect(pages.map(names)[0]).toEqual(['Last sample gauge blocks'])
  for (const { total, totalIsMinimum } of pages) expect([total, totalIsMinimum]).toEqual([1, true])
})

test('a text that only the oldest of many rows has is found without a second page', () => {
  const app = testApp()
  insertRow(app, 'Only sample gauge blocks', null, null)
  insertMany(app, 40_000, 'Sample gauge b', 'gauge blocks')
  const [first] = pagesOf(app, { search: 'sample gauge blocks' })
  expect(first && names(first)).toEqual(['Only sample gauge blocks'])
})

test('no application stands on two pages, where the search of one ends and that of the next begins', () => {
  const app = testApp()
  insertMany(app, 23_050, 'Sample gauge b', 'gauge blocks')
  insertMany(app, 600, 'Sample gauge blocks', null)
  insertMany(app, 16_350, 'Sample gauge b', 'gauge blocks')
  const pages = pagesOf(app, { search: 'sample gauge blocks', limit: 1000 })
  const shown = pages.flatMap(({ applications }) => applications.map(({ id }) => id))
  expect(pages.filter(({ applications }) => applications.length > 0)).toHaveLength(2)
  expect([shown.length, new Set(shown).size]).toEqual([600, 600])
})

test('when the oldest were deleted, nobody looks for them: the first page knows the number of all', () => {
  const app = testApp()
  insertMany(app, 40, 'Sample gauge blocks', null)
  app.deps.db.sqlite.exec('update applications set seq = seq + 1000000')
  const pages = pagesOf(app, { search: 'sample gauge blocks' })
  expect(pages).toMatchObject([{ total: 40, totalIsMinimum: false }])
})

test('what came last being all of one kind hides nothing of what is common elsewhere', () => {
  const app = testApp()
  insertMany(app, 1200, 'Made-up torque works', null)
  insertMany(app, 300, 'Other', null)
  const [first] = pagesOf(app, { search: 'torque works' })
  expect(first).toMatchObject({ total: 1000, totalIsMinimum: true })
})

test('with more than a page found, no more than two hundred are looked at for their number', () => {
  const app = testApp()
  for (let at = 0; at < 300; at++) {
    insertMany(app, 130, 'Sample gauge blocks', null)
    insertRow(app, 'Sample gauge blocks rarely', null, null)
  }
  const pages = pagesOf(app, { search: 'gauge blocks rare' })
  expect(pages[0]).toMatchObject({ total: 200, totalIsMinimum: true })
  const shown = pages.flatMap(({ applications }) => applications.map(({ id }) => id))
  expect([shown.length, new Set(shown).size]).toEqual([300, 300])
})
