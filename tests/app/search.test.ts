import { describe, expect, test } from 'vitest'
import { days } from '#src/domain/durations.ts'
import { type ListQuery, listApplications } from '#src/domain/listing.ts'
import { companyNumberKey, emailKey } from '#src/forms/normalise.ts'
import { adminBrowser } from '../support/admins.ts'
import { seededRandom } from '../support/random.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

describe('the search', () => {
  test('finds a text anywhere in name, registration number and main address, without case', () => {
    const house = testApp()
    insert(house, 'Sample Calibration Works Ltd', 'SC 123', 'office@works.example.com')
    insert(house, 'Example Metering', '01234567', 'hello@metering.example.com')
    insert(house, null, null, null)
    expect(found(house, 'CALIB')).toEqual(['Sample Calibration Works Ltd'])
    expect(found(house, 'c 12')).toEqual(['Sample Calibration Works Ltd'])
    expect(found(house, 'ello@MET')).toEqual(['Example Metering'])
    expect(found(house, 'example')).toEqual(['Example Metering', 'Sample Calibration Works Ltd'])
    expect(found(house, 'calibration metering')).toEqual([])
  })

  test('finds a registration number as the register writes it', () => {
    const house = testApp()
    insert(house, 'Sample Works', '1 234 567', null)
    expect(found(house, '01234567')).toEqual(['Sample Works'])
  })

  test('takes %, _, quotes, stars and the words of the index for text', () => {
    const house = testApp()
    const names = [
      '100% Sample',
      'Under_Score',
      '"Quoted" Ltd',
      "O'Sample",
      'A AND B',
      'st*r',
      'b\\s',
    ]
    for (const name of names) insert(house, name, null, null)
    for (const [text, name] of [
      ['00%', '100% Sample'],
      ['r_s', 'Under_Score'],
      ['"quo', '"Quoted" Ltd'],
      ["o's", "O'Sample"],
      ['a and', 'A AND B'],
      ['t*r', 'st*r'],
      ['b\\s', 'b\\s'],
      ['%', '100% Sample'],
      ['_', 'Under_Score'],
    ] as const)
      expect(found(house, text), text).toEqual([name])
    for (const text of ['0_%', '*', '" OR "', 'business_name:quoted', 'NEAR(a b)', '^a a'])
      expect(() => found(house, text), text).not.toThrow()
  })

  test('finds texts of one and two letters too, and letters beyond the alphabet in either case', () => {
    const house = testApp()
    insert(house, 'Öl & Ähre GmbH', null, null)
    insert(house, 'Ząb', null, null)
    expect(found(house, 'ö')).toEqual(['Öl & Ähre GmbH'])
    expect(found(house, 'ÄH')).toEqual(['Öl & Ähre GmbH'])
    expect(found(house, 'äHRE')).toEqual(['Öl & Ähre GmbH'])
    expect(found(house, 'ZĄB')).toEqual(['Ząb'])
  })

  test('follows every change: a new name, a removed one, a deleted draft', () => {
    const house = testApp()
    const { sqlite } = house.deps.db
    const seq = insert(house, 'First Sample', null, null)
    sqlite.prepare('update applications set business_name = ? where seq = ?').run('Second', seq)
    expect([found(house, 'first'), found(house, 'second')]).toEqual([[], ['Second']])
    sqlite.prepare('update applications set business_name = null where seq = ?').run(seq)
    expect(found(house, 'second')).toEqual([])
    sqlite.prepare('delete from applications where seq = ?').run(seq)
    sqlite
      .prepare("insert into applications_search(applications_search) values ('integrity-check')")
      .run()
  })

  test.each([11, 12])('gives the same rows as LIKE on random data (seed %i)', (seed) => {
    const house = testApp()
    const random = seededRandom(seed)
    const letters = 'abAB12 .-%_\'"@'
    const word = (most: number) =>
      Array.from({ length: 1 + Math.floor(random() * most) }, () =>
        letters.charAt(Math.floor(random() * letters.length)),
      ).join('')
    for (let at = 0; at < 400; at++)
      insert(
        house,
        word(12),
        random() < 0.2 ? null : word(8),
        random() < 0.2 ? null : `${word(8)}${at}`,
      )
    for (let at = 0; at < 200; at++) {
      const text = word(5).trim()
      if (!text) continue
      const { applications } = list(house, { search: text, limit: 1000 })
      expect(
        applications.map(({ id }) => id),
        text,
      ).toEqual(byLike(house, text))
    }
  })
})

describe('the list', () => {
  test('is newest first, fifty a page, each row once, with the number of all', () => {
    const house = testApp()
    for (let at = 0; at < 120; at++) insert(house, `Sample ${at} Ltd`, null, null)
    for (const search of ['', 'sample', 'sa']) {
      const pages = pagesOf(house, { search })
      expect(pages.map(({ applications }) => applications.length)).toEqual([50, 50, 20])
      const names = pages.flatMap((page) => page.applications.map((row) => row.businessName))
      expect(names).toEqual(Array.from({ length: 120 }, (_, at) => `Sample ${119 - at} Ltd`))
      for (const { total, totalIsMinimum } of pages)
        expect([total, totalIsMinimum]).toEqual([120, false])
    }
  })

  test('stops counting at 1000', () => {
    const house = testApp()
    house.deps.db.sqlite.transaction(() => {
      for (let at = 0; at < 1000; at++) insert(house, 'Sample Ltd', null, null)
    })()
    for (const search of ['', 'sample', 'sa'])
      expect(list(house, { search })).toMatchObject({ total: 1000, totalIsMinimum: false })
    insert(house, 'Sample Ltd', null, null)
    for (const search of ['', 'sample', 'sa'])
      expect(list(house, { search })).toMatchObject({ total: 1000, totalIsMinimum: true })
  })

  test('goes on with the next page when the rest of a long search is still to be looked at', () => {
    const house = testApp()
    house.deps.db.sqlite.transaction(() => {
      insert(house, 'zq', null, null)
      for (let at = 0; at < 6000; at++) insert(house, 'Sample Ltd', null, null)
    })()
    const pages = pagesOf(house, { search: 'zq' })
    expect(pages[0]).toMatchObject({ applications: [], total: 0, totalIsMinimum: true })
    expect(pages.flatMap(({ applications }) => applications)).toHaveLength(1)
  })

  test('shows one status, or what was submitted in the last seven days by the day it was', () => {
    const house = testApp()
    const now = house.clock.now
    insert(house, 'Old', null, null, { status: 'submitted', submittedAt: now - days(8) })
    insert(house, 'Late', null, null, { status: 'submitted', submittedAt: now - days(1) })
    insert(house, 'Early', null, null, { status: 'approved', submittedAt: now - days(6) })
    insert(house, 'Draft', null, null)
    expect(names(list(house, { filter: 'submitted' }))).toEqual(['Late', 'Old'])
    expect(names(list(house, { filter: 'draft' }))).toEqual(['Draft'])
    expect(names(list(house, { filter: 'recent' }))).toEqual(['Late', 'Early'])
    expect(names(list(house, { filter: 'submitted', search: 'old' }))).toEqual(['Old'])
    expect(names(list(house, { filter: 'recent', search: 'earl' }))).toEqual(['Early'])
    expect(names(list(house, { filter: 'approved', search: 'late' }))).toEqual([])
    const byDay = pagesOf(house, { filter: 'recent', limit: 1 })
    expect(byDay.flatMap(names)).toEqual(['Late', 'Early'])
  })

  test('answers over HTTP with the fields of the table, and refuses what it cannot read', async () => {
    const house = testApp()
    insert(house, 'Sample Ltd', '1', 'a@example.com')
    const admin = await adminBrowser(house)
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
    const house = testApp()
    insert(house, '=HYPERLINK("https://example.com")', '+1', '@sum')
    insert(house, 'Comma, Quote " and\nBreak', null, null)
    insert(house, 'Left out', null, null, { status: 'approved' })
    const admin = await adminBrowser(house)
    const { text, headers } = await admin.get('/api/applications/export?status=draft')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="applications-2026-11-20.csv"',
    )
    const lines = text.split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain('"Comma, Quote "" and\nBreak"')
    expect(lines[2]).toContain(`"'=HYPERLINK(""https://example.com"")"`)
    expect(lines[2]).toContain(",'+1,")
    expect(lines[2]).toContain(",'@sum,")
    expect(text).not.toContain('Left out')
  })

  test('has every row, however many pages', async () => {
    const house = testApp()
    house.deps.db.sqlite.transaction(() => {
      for (let at = 0; at < 1200; at++) insert(house, `Sample ${at}`, null, null)
    })()
    const admin = await adminBrowser(house)
    const { text } = await admin.get('/api/applications/export')
    expect(text.trimEnd().split('\r\n')).toHaveLength(1201)
  })
})

let made = 0

function insert(
  { deps }: TestApp,
  name: string | null,
  number: string | null,
  email: string | null,
  more: { status?: string; submittedAt?: number } = {},
): number {
  made += 1
  const written = deps.db.sqlite
    .prepare(
      `insert into applications (id, status, created_at, updated_at, submitted_at, business_name,
         co_registration, co_registration_key, main_email, main_email_key)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      `made-${made}`,
      more.status ?? 'draft',
      deps.now(),
      deps.now(),
      more.submittedAt ?? null,
      name,
      number,
      number && companyNumberKey(number),
      email,
      email && emailKey(email),
    )
  return Number(written.lastInsertRowid)
}

const list = ({ deps }: TestApp, query: Partial<ListQuery>) =>
  listApplications(deps, { search: '', filter: null, limit: 50, cursor: null, ...query })

const names = ({ applications }: ReturnType<typeof list>) =>
  applications.map(({ businessName }) => businessName)

const found = (house: TestApp, search: string) => names(list(house, { search }))

function pagesOf(house: TestApp, query: Partial<ListQuery>) {
  const pages = [list(house, query)]
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
    pages.push(list(house, { ...query, cursor }))
  return pages
}

const byLike = ({ deps }: TestApp, text: string) =>
  deps.db.sqlite
    .prepare<[object], { id: string }>(
      `select id from applications where business_name like @like escape '\\'
         or co_registration like @like escape '\\' or co_registration_key like @like escape '\\'
         or main_email like @like escape '\\' order by seq desc`,
    )
    .all({ like: `%${text.replace(/[\\%_]/g, '\\$&')}%` })
    .map(({ id }) => id)
