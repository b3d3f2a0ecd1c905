import { describe, expect, test } from 'vitest'
import { days } from '#src/domain/durations.ts'
import { mostLookedAt } from '#src/domain/review/list.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import {
  insertRow as insert,
  insertMany,
  list,
  names,
  pagesOf,
} from '../../support/app/listed-rows.ts'
import { testApp } from '../../support/app/test-app.ts'

describe('the list', () => {
  test('goes on with the next page when the rest of a long search is still to be looked at, and says so', async () => {
    const app = testApp()
    insert(app, 'zq', null, null)
    insertMany(app, mostLookedAt, 'Sample Ltd', null)
    const pages = pagesOf(app, { search: 'zq' })
    expect(pages[0]).toMatchObject({ applications: [], total: 0, totalIsMinimum: true })
    expect(pages.flatMap(({ applications }) => applications)).toHaveLength(1)
    const admin = await adminBrowser(app)
    const { text } = await admin.get('/admin/dashboard?search=zq')
    expect(text).toContain('No matches so far. Choose Older applications to keep searching.')
    const { text: last } = await admin.get(
      `/admin/dashboard?search=zq&cursor=${pages[0]?.nextCursor}`,
    )
    expect(last).toContain('At least 1 application')
  })

  test('shows one status, or what was submitted in the last seven days by the day it was', () => {
    const app = testApp()
    const now = app.clock.now
    insert(app, 'Old', null, null, { status: 'submitted', submittedAt: now - days(8) })
    insert(app, 'Late', null, null, { status: 'submitted', submittedAt: now - days(1) })
    insert(app, 'Early', null, null, { status: 'approved', submittedAt: now - days(6) })
    insert(app, 'Draft', null, null)
    expect(names(list(app, { filter: 'submitted' }))).toEqual(['Late', 'Old'])
    expect(names(list(app, { filter: 'draft' }))).toEqual(['Draft'])
    expect(names(list(app, { filter: 'recent' }))).toEqual(['Late', 'Early'])
    expect(names(list(app, { filter: 'submitted', search: 'old' }))).toEqual(['Old'])
    expect(names(list(app, { filter: 'recent', search: 'earl' }))).toEqual(['Early'])
    expect(names(list(app, { filter: 'approved', search: 'late' }))).toEqual([])
    const byDay = pagesOf(app, { filter: 'recent', limit: 1 })
    expect(byDay.flatMap(names)).toEqual(['Late', 'Early'])
  })

  test('answers over HTTP with the fields of the table, and refuses what it cannot read', async () => {
    const app = testApp()
    insert(app, 'Sample Ltd', '1', 'a@example.com')
    const admin = await adminBrowser(app)
    const { json, status } = await admin.get('/api/applications?search=sample')
    expect(status).toBe(200)
    expect(json).toMatchObject({ total: 1, totalIsMinimum: false, nextCursor: null })
    expect(json?.applications).toMatchObject([
      {
        businessName: 'Sample Ltd',
        businessTypes: null,
        status: 'draft',
        createdAt: '2026-11-20T10:00:00.000Z',
      },
    ])
    for (const query of [
      'status=unknown',
      'limit=0',
      'limit=1001',
      'limit=x',
      'cursor=1',
      'cursor=%27',
    ])
      expect((await admin.get(`/api/applications?${query}`)).status, query).toBe(400)
    expect((await admin.get(`/api/applications?search=${'x'.repeat(5000)}`)).status).toBe(200)
  })
})

describe('the export', () => {
  test('has a byte order mark, one line a row of the filtered list, and no formula', async () => {
    const app = testApp()
    insert(app, '=HYPERLINK("https://example.com")', '+1', '@sum')
    insert(app, 'Comma, Quote " and\nBreak', null, null)
    insert(app, 'Left out', null, null, { status: 'approved' })
    const admin = await adminBrowser(app)
    const { text, headers } = await admin.get('/api/applications/export?status=draft')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="applications-2026-11-20.csv"',
    )
    const lines = text.split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain('"Comma, Quote "" and\nBreak"')
    expect(lines[2]).toContain(`"'=HYPERLINK(""https://example.com"")"`)
    expect(lines[2]).toContain(`,"'+1",`)
    expect(lines[2]).toContain(`,"'@sum",`)
    expect(text).not.toContain('Left out')
  })
})
