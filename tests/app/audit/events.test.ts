import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { eventChanges, events } from '#db/schema/events.ts'
import { fillDraft, startDraft, submit } from '../../support/app/applicants.ts'
import { answers, finalSave, sectionSave } from '../../support/app/application-answers.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const rowsOf = ({ deps }: TestApp) =>
  deps.db.orm
    .select()
    .from(events)
    .leftJoin(eventChanges, eq(eventChanges.event, events.seq))
    .orderBy(asc(events.seq))
    .all()
    .map(({ events: event, event_changes: values }) => ({
      ...event,
      changes: values?.changes ?? null,
    }))

const lastOf = (app: TestApp) => rowsOf(app).at(-1)

describe('who did what, with the old and the new values', () => {
  test('records who made a first save', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await startDraft(browser, 4)
    expect(rowsOf(app)).toHaveLength(1)
    const event = lastOf(app)
    expect(event).toMatchObject({
      at: app.clock.now,
      actorKind: 'applicant',
      action: 'draft created',
      application: id,
    })
    expect(event?.changes).toEqual(
      Object.entries(answers[4]).map(([field, after]) => ({ field, before: null, after })),
    )
  })

  test('records only what changed in a later save', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    app.clock.now += 1000
    const answer = await browser.put(`/api/applications/${id}`, {
      ...finalSave({
        buyerName: 'New Sample',
        fax: '',
        businessTypes: ['LLP'],
        poMandatory: 'no',
        directors: [{ name: 'Only Sample' }],
      }),
      status: 'draft',
    })
    expect(answer.status).toBe(200)
    expect(lastOf(app)).toMatchObject({
      at: app.clock.now,
      action: 'draft saved',
      application: id,
    })
    expect(lastOf(app)?.changes?.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'businessTypes', before: 'Private Ltd Co., Partnership', after: 'LLP' },
      { field: 'buyerName', before: 'Bo Exämple', after: 'New Sample' },
      {
        field: 'directors',
        before: "Tomasz Żółć, Managing director\nAoife O'Sample, Company secretary",
        after: 'Only Sample',
      },
      { field: 'fax', before: '020 7946 0109', after: null },
      { field: 'poMandatory', before: 'yes', after: 'no' },
    ])
  })

  test('records no event for a save that changes nothing', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    const count = rowsOf(app).length
    await browser.put(`/api/applications/${id}`, sectionSave(1))
    await browser.post(`/api/applications/${id}/directors`, answers[2])
    expect(rowsOf(app)).toHaveLength(count)
  })

  test('records a submit and what it changed in one event', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await fillDraft(browser)
    const before = rowsOf(app).length
    await browser.put(`/api/applications/${id}`, finalSave({ buyerName: 'Late Sample' }))
    const [submitted, ...others] = rowsOf(app).slice(before)
    expect(others).toEqual([])
    expect(submitted).toMatchObject({
      action: 'application submitted',
      changes: [
        { field: 'buyerName', before: 'Bo Exämple', after: 'Late Sample' },
        { field: 'agreementDate', before: null, after: '2026-11-20' },
        { field: 'consent', before: null, after: 'by call' },
        { field: 'status', before: 'draft', after: 'submitted' },
        { field: 'frozenData' },
        { field: 'frozenSignature' },
      ],
    })
  })

  test('records a signature by its hash, never by its image', async () => {
    const app = testApp()
    await startDraft(app.browser(), 5)
    const change = lastOf(app)?.changes?.find(({ field }) => field === 'authSignature')
    expect(change).toEqual({
      field: 'authSignature',
      before: null,
      after: expect.stringMatching(/^image sha256:[0-9a-f]{64}$/),
    })
    expect(JSON.stringify(rowsOf(app))).not.toMatch(/base64|iVBOR/)
  })
})

describe('the chain', () => {
  test.each([
    "update events set actor = 'somebody else'",
    'delete from events where seq = 1',
    "update event_changes set changes = '[]'",
    // This statement is refused only with `recursive_triggers`; see db/open.ts.
    'insert or replace into events select * from events where seq = 1',
    "update documents set data = '{}'",
    'delete from documents where id = 1',
    'insert or replace into documents select * from documents where id = 1',
  ])('refuses in the database itself: %s', async (statement) => {
    const app = testApp()
    await submit(app.browser())
    const before = app.dump()
    expect(() => app.deps.db.sqlite.exec(statement)).toThrow(
      /append-only|not rewritten|does not change|leaves its proof|goes only with its application/,
    )
    expect(app.dump()).toEqual(before)
  })
})
