import { expect, test } from 'vitest'
import { newestAnswers } from '#islands/registration-form/newest-answers.ts'

const served = { businessName: 'Saved Ltd', fax: '', directors: [{ name: 'Saved', position: '' }] }
const kept = { businessName: 'Kept Ltd' }
const page = { served, fields: served, kept, putBack: false }

test('what is kept is newer than what is saved', () => {
  expect(newestAnswers(page)).toEqual({ ...served, ...kept })
})

test('what was typed before the scripts ran is newer than what is kept', () => {
  const fields = { ...served, businessName: 'Early Ltd', fax: '1' }
  expect(newestAnswers({ ...page, fields })).toEqual(fields)
})

test('what the browser put back by itself is older than what is kept or saved', () => {
  const fields = { ...served, businessName: 'Put Back Ltd', fax: '1', mobile: '2' }
  const newest = { ...served, ...kept, mobile: '' }
  expect(newestAnswers({ ...page, fields, putBack: true })).toEqual(newest)
})

test('a director typed before the scripts ran stands beside those that are kept', () => {
  const typed = { ...served, directors: [{ name: 'Early', position: '' }] }
  const rows = [
    { name: 'Saved', position: 'Chair' },
    { name: 'Second', position: '' },
  ]
  const newest = newestAnswers({ ...page, fields: typed, kept: { directors: rows } })
  expect(newest.directors).toEqual([
    { name: 'Early', position: 'Chair' },
    { name: 'Second', position: '' },
  ])
})

test('where nothing can be kept, the fields stay as they are', () => {
  const fields = { ...served, businessName: 'Put Back Ltd' }
  expect(newestAnswers({ ...page, fields, kept: null, putBack: true })).toEqual(fields)
})

test('what was posted before the scripts ran is newer than what was kept before', () => {
  const over = { businessName: 'Before Ltd', fax: '' }
  const before = { businessName: 'Kept Ltd', fax: '1' }
  expect(newestAnswers({ ...page, kept: before, over })).toEqual({ ...served, fax: '1' })
})
