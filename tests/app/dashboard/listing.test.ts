import { describe, expect, test } from 'vitest'
import { days } from '#src/domain/calendar.ts'
import { type ListFilter, statusChoices } from '#src/forms/admin/dashboard-query.ts'
import { tableBadge } from '#src/ui/record/RecordCard.tsx'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import {
  insertRow as insert,
  insertMany,
  list,
  names,
  pagesOf,
} from '../../support/app/listed-rows.ts'
import { testApp } from '../../support/app/test-app.ts'

describe('the list', () => {
  test('counts every application, and finds the oldest of them on the first page of a search', () => {
    const app = testApp()
    insert(app, 'Quartz Zone', null, null)
    insertMany(app, 1200, 'Sample Ltd', null)
    expect(list(app, {})).toMatchObject({ total: 1201, totalIsMinimum: false })
    expect(list(app, { search: 'mp sam', limit: 2 })).toMatchObject({ total: 1200 })
    for (const search of ['zq', 'z', 'zone quartz', 'q z'])
      expect(list(app, { search })).toMatchObject({
        applications: search === 'zq' ? [] : [{ businessName: 'Quartz Zone' }],
        nextCursor: null,
      })
    const pages = pagesOf(app, { search: 'sample', limit: 500 })
    expect(pages.map(({ applications, total }) => [applications.length, total])).toEqual([
      [500, 1200],
      [500, 1200],
      [200, 1200],
    ])
  })

  test('lists one status, or what was submitted in the last seven days by that day', () => {
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

  test('filters the list by the words of the badges and by what is stored', () => {
    const app = testApp()
    const rows: [status: string, completionPercentage: number][] = [
      ['draft', 79],
      ['draft', 80],
      ['incomplete', 20],
      ['incomplete', 100],
      ['completed', 60],
      ['submitted', 100],
    ]
    for (const [status, completionPercentage] of rows)
      insert(app, `${status} ${completionPercentage}`, null, null, { status, completionPercentage })
    for (const [filter, words] of statusChoices.slice(0, 6)) {
      const { applications } = list(app, { filter })
      const badges = list(app, {}).applications.filter(
        (row) => tableBadge(row.status, row.completionPercentage).label === words,
      )
      expect(applications, words).toEqual(badges)
    }
    expect(names(list(app, { filter: 'not-finished', search: 'draft' }))).toEqual(['draft 79'])
    expect(names(list(app, { filter: 'incomplete' }))).toEqual(['incomplete 100', 'incomplete 20'])
    expect(names(list(app, { filter: 'draft' }))).toEqual(['draft 80', 'draft 79'])
  })

  test('lists what is late, answered, proposed or due for review, with the oldest submit first', async () => {
    const app = testApp()
    const ago = (count: number) => ({
      status: 'submitted',
      submittedAt: app.clock.now - days(count),
    })
    insert(app, 'New', null, null, ago(1))
    insert(app, 'Late', null, null, ago(9))
    const asked = insert(app, 'Asked', null, null, ago(8))
    const answered = insert(app, 'Answered', null, null, ago(10))
    const proposed = insert(app, 'Proposed', null, null, ago(2))
    const changed = insert(app, 'Changed since', null, null, ago(3))
    const due = insert(app, 'Due', null, null, { status: 'approved' })
    const later = insert(app, 'Later', null, null, { status: 'approved' })
    const admin = await adminBrowser(app)
    const { sqlite } = app.deps.db
    const ask = sqlite.prepare(
      "insert into information_requests (application, text, asked_by, asked_at, answered_at) values (?, 'Why?', 'x', ?, ?)",
    )
    ask.run(asked, app.clock.now - days(8), null)
    ask.run(answered, app.clock.now - days(2), app.clock.now - days(1))
    const propose = sqlite.prepare(
      "insert into approval_proposals (application, proposed_by, proposed_at, application_version, customer_code, is_in_document) values (?, 1, 0, ?, 'C1', 0)",
    )
    propose.run(proposed, 1)
    propose.run(changed, 0)
    const review = sqlite.prepare(
      'insert into decision_records (application, review_date, is_in_document) values (?, ?, 0)',
    )
    review.run(due, '2026-11-20')
    review.run(later, '2026-11-21')
    const queue = (filter: ListFilter) => names(list(app, { filter, order: 'oldest' }))
    expect(queue('late')).toEqual(['Answered', 'Late'])
    expect(queue('answered')).toEqual(['Answered'])
    expect(queue('waiting')).toEqual(['Asked'])
    expect(queue('proposed')).toEqual(['Proposed'])
    expect(queue('review-due')).toEqual(['Due'])
    const all = ['Answered', 'Late', 'Asked', 'Changed since', 'Proposed', 'New']
    expect(queue('submitted')).toEqual(all)
    const pages = pagesOf(app, { filter: 'submitted', order: 'oldest', limit: 2 })
    expect(pages.flatMap(names)).toEqual(all)
    expect(names(list(app, { filter: 'late', search: 'ans' }))).toEqual(['Answered'])

    const { text } = await admin.get('/admin/dashboard?status=submitted')
    expect(text.indexOf('>Answered</a></th>')).toBeLessThan(text.indexOf('>New</a></th>'))
    const waits = [...text.matchAll(/\?status=(\w+)#applications-title">(\d[^<]+)</g)]
    expect(waits.map(([, status, words]) => [status, words])).toEqual([
      ['submitted', '6 waiting for review'],
      ['late', '2 late'],
      ['answered', '1 answered by the customer'],
    ])
    const colleague = await adminBrowser(app, { ...reviewer, username: 'colleague' })
    expect((await colleague.get('/admin/dashboard')).text).toContain('>1 for you to confirm</a>')
  })

  test('keeps the list for the way back from a record, to the next one, and after an action', async () => {
    const app = testApp()
    const ago = (count: number) => ({
      status: 'submitted',
      submittedAt: app.clock.now - days(count),
    })
    insert(app, 'First', null, null, ago(3))
    insert(app, 'Third', null, null, ago(1))
    insert(app, 'Second', null, null, ago(2))
    const [first, second] = list(app, { filter: 'submitted', order: 'oldest' }).applications
    const admin = await adminBrowser(app)
    const { text } = await admin.get('/admin/dashboard?status=submitted')
    const address = `/admin/applications/${first?.id}?list=status%3Dsubmitted`
    expect(text).toContain(`<a href="${address}">First</a>`)
    const record = await admin.get(address)
    expect(record.text).toContain('href="/admin/dashboard?status=submitted#applications-title"')
    expect(record.text).toContain(
      `href="/admin/applications/${second?.id}?list=status%3Dsubmitted">Next: Second</a>`,
    )
    const noted = await admin.postForm(address, { action: 'note', note: 'Called' })
    expect(noted.headers.get('location')).toBe(`${address}&done=note`)
    const forms = record.text.split('<form').filter((form) => /method="get"/i.test(form))
    expect(forms.filter((form) => !form.includes('name="list"'))).toEqual([])
    const { text: alone } = await admin.get(`/admin/applications/${first?.id}?list=//example.com`)
    expect(alone).toContain('href="/admin/dashboard"')
    expect((await admin.get(`/admin/applications/${first?.id}`)).text).not.toContain('Next: ')
  })

  test('answers a list call with the fields of the table, and refuses what it cannot read', async () => {
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
      'order=newest',
      'cursor=1',
      'cursor=%27',
    ])
      expect((await admin.get(`/api/applications?${query}`)).status, query).toBe(400)
    expect((await admin.get(`/api/applications?search=${'x'.repeat(5000)}`)).status).toBe(200)
  })
})

describe('the export', () => {
  test('exports every field, with the dates of the screen', async () => {
    const app = testApp({ env: { APP_TIMEZONE: 'Pacific/Kiritimati' } })
    const id = await submit(app.browser(), { telephone: '020 7946 0066', poMandatory: true })
    const admin = await adminBrowser(app)
    const agreed = { customerCode: 'SAM218', creditLimit: 5000, paymentTerms: '30 days' }
    expect((await admin.patch(`/api/applications/${id}/approve`, agreed)).status).toBe(200)
    const { text } = await admin.get('/api/applications/export')
    const [head, row] = text.split('\r\n').map((line) => line.slice(1, -1).split('","'))
    const cells = Object.fromEntries(head?.map((title, at) => [title, row?.[at]]) ?? [])
    expect(cells).toMatchObject({
      ...{ Reference: id, Status: 'Approved', 'Customer code': 'SAM218', 'Decided by': 'reviewer' },
      ...{ 'Credit limit': '5000', 'Payment terms': '30 days', Telephone: '020 7946 0066' },
      // 20 November, 10:00 in UTC
      ...{ Created: '2026-11-21', Submitted: '2026-11-21', 'Purchase order mandatory': 'Yes' },
    })
    expect(cells.Directors).toContain('Tomasz Żółć (Managing director) | ')
  })

  test('exports a byte order mark and one line for each row of the filtered list, without formulas', async () => {
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

  test('ends an export for a slow reader who has signed out', async () => {
    const app = testApp()
    insert(app, 'Not to be read', null, null)
    const admin = await adminBrowser(app)
    const cookie = Array.from(admin.cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const begun = await app.request('/api/applications/export', { headers: { cookie } })
    expect(begun.status).toBe(200)
    await admin.post('/api/admin/logout')
    await expect(begun.text()).rejects.toThrow('sign in')
  })
})
