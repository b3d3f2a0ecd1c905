import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { events } from '#db/schema/events.ts'
import { jobs } from '#db/schema/jobs.ts'
import { statuses } from '#src/forms/statuses.ts'
import { stored, submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { review } from '../../support/app/review.ts'
import type { TestApp } from '../../support/app/test-app.ts'

const approve = (browser: Browser, id: string, customerCode = 'EX-001') =>
  browser.patch(`/api/applications/${id}/approve`, { customerCode })
const reject = (browser: Browser, id: string, reason?: string) =>
  browser.patch(`/api/applications/${id}/reject`, reason === undefined ? {} : { reason })

const emails = ({ deps }: TestApp, id: string) =>
  deps.db.orm
    .select()
    .from(jobs)
    .where(eq(jobs.application, id))
    .all()
    .filter(({ kind }) => kind === 'approval' || kind === 'rejection')

const decisionsIn = ({ deps }: TestApp, id: string) =>
  deps.db.orm
    .select()
    .from(events)
    .where(eq(events.application, id))
    .all()
    .filter(({ action }) => ['application approved', 'application rejected'].includes(action))

describe('an approval', () => {
  test('stores code, time and the finance decision of an approval, and queues one email with the code', async () => {
    const { app, id, admin } = await review()
    const { status, json } = await approve(admin, id, '  EX-001 ')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id,
      status: 'approved',
      customerCode: 'EX-001',
      approvedAt: '2026-11-20T10:00:00.000Z',
      financeDecision: 'Approved',
      financeDate: '2026-11-20',
      financeBy: 'reviewer',
      financeSignature: null,
      warnings: [],
    })
    expect(emails(app, id)).toMatchObject([
      {
        kind: 'approval',
        data: { customerCode: 'EX-001', to: { address: answers[1].mainEmail } },
      },
    ])
    expect(decisionsIn(app, id)).toMatchObject([{ actor: 'reviewer', actorKind: 'admin' }])
  })

  test.each([
    ['nothing', {}],
    ['blanks', { customerCode: '  ' }],
    ['51 characters', { customerCode: 'x'.repeat(51) }],
    ['a number', { customerCode: 7 }],
  ])('refuses an approval with %s for a code', async (_, body) => {
    const { app, id, admin } = await review()
    const before = app.dump()
    const { status, json } = await admin.patch(`/api/applications/${id}/approve`, body)
    expect(status).toBe(400)
    expect(json?.errors).toHaveProperty('customerCode')
    expect(app.dump()).toEqual(before)
  })
})

describe('a rejection', () => {
  test('keeps the code at a rejection, clears the approval, and gives the reason in the email', async () => {
    const { app, id, admin } = await review()
    await approve(admin, id)
    const { json } = await reject(admin, id, '  No trade references.\r\nPlease send two. ')
    expect(json).toMatchObject({
      status: 'rejected',
      customerCode: 'EX-001',
      approvedAt: null,
      rejectionReason: 'No trade references.\nPlease send two.',
      financeDecision: 'Rejected',
    })
    expect(emails(app, id).map(({ kind }) => kind)).toEqual(['approval', 'rejection'])
  })

  test('clears time and reason of a rejection when it is approved again', async () => {
    const { app, id, admin } = await review()
    await reject(admin, id, 'No')
    const { json } = await approve(admin, id, 'EX-002')
    expect(json).toMatchObject({ status: 'approved', rejectedAt: null, rejectionReason: null })
    expect(emails(app, id)).toHaveLength(2)
  })
})

describe('the table of transitions', () => {
  const open: Record<string, string[]> = {
    submitted: ['approve', 'reject'],
    rejected: ['approve'],
    approved: ['reject'],
  }
  for (const status of statuses)
    for (const decision of ['approve', 'reject'] as const) {
      const isOpen = open[status]?.includes(decision) ?? false
      test(`${isOpen ? 'lets an admin' : 'lets nobody'} ${decision} what is ${status}`, async () => {
        const { app, id, admin } = await review()
        if (status === 'approved') await approve(admin, id)
        else if (status === 'rejected') await reject(admin, id)
        else
          app.deps.db.orm.update(applications).set({ status }).where(eq(applications.id, id)).run()
        const before = app.dump()
        const { json, ...answer } = await (decision === 'approve' ? approve : reject)(admin, id)
        expect(answer.status).toBe(isOpen ? 200 : 409)
        if (isOpen) return
        expect(json?.message).toContain(status)
        expect(app.dump()).toEqual(before)
      })
    }

  test('refuses a decision on an outdated version', async () => {
    const { app, id, admin } = await review()
    const { headers } = await admin.get(`/api/applications/${id}`)
    const seen = { 'if-match': headers.get('etag') ?? '' }
    await admin.patch(`/api/applications/${id}`, { buyerName: 'Somebody Else' })
    const late = await admin.patch(`/api/applications/${id}/reject`, {}, seen)
    expect([late.status, late.json?.message]).toEqual([
      412,
      expect.stringMatching(/reviewer changed Buyer name \(10:00\)\. What you typed is kept/),
    ])
    expect(stored(app, id).application.status).toBe('submitted')
  })

  test('shows the second of two deciders the current status, whatever version they sent', async () => {
    const { app, id, admin } = await review()
    const { headers } = await admin.get(`/api/applications/${id}`)
    const seen = { 'if-match': headers.get('etag') ?? '' }
    await approve(admin, id, 'FIRST')
    const path = `/api/applications/${id}/approve`
    const late = await admin.patch(path, { customerCode: 'SECOND' }, seen)
    expect([late.status, late.json?.message]).toEqual([
      409,
      'This application is already approved. reviewer approved the application, customer code FIRST (10:00).',
    ])
    expect(stored(app, id).application.customerCode).toBe('FIRST')
  })

  test('names the decision in force, not the edits after it', async () => {
    const { app, id, admin } = await review()
    await approve(admin, id, 'FIRST')
    await admin.patch(`/api/applications/${id}`, { buyerName: 'Somebody Else' })
    expect((await approve(admin, id, 'SECOND')).json?.message).toBe(
      'This application is already approved. reviewer approved the application, customer code FIRST (10:00).',
    )
    await reject(admin, id)
    await admin.patch(`/api/applications/${id}`, { buyerName: 'Somebody New' })
    expect((await reject(admin, id)).json?.message).toMatch(
      /^This application is already rejected\. reviewer rejected the application.* \(10:00\)\.$/,
    )
    expect(stored(app, id).application.status).toBe('rejected')
  })
})

test('rejects nothing from a page that did not show the approval, however often it is sent', async () => {
  const { app, id, admin } = await review()
  const path = `/admin/applications/${id}`
  const { version } = stored(app, id).application
  await approve(admin, id, 'FIRST')
  const form = { action: 'reject', reason: 'Typed', version: String(version), status: 'submitted' }
  const late = await admin.postForm(path, form)
  expect(late.status).toBe(409)
  expect(late.text).toContain('reviewer approved the application, customer code FIRST (10:00)')
  const shown = Object.fromEntries(
    ['version', 'status'].map((name) => [
      name,
      new RegExp(`id="reject-form"[^]*?name="${name}" value="(\\w+)"`).exec(late.text)?.[1] ?? '',
    ]),
  )
  expect((await admin.postForm(path, { ...form, ...shown })).status).toBe(409)
  expect(stored(app, id).application.status).toBe('approved')
})

test('asks about a code that another company has until the form repeats it', async () => {
  const { app, id, admin } = await review()
  const other = await submit(app.browser(), { mainEmail: 'other@example.com' })
  await approve(admin, other, 'TAKEN')
  const who = (code: string) => admin.get(`/api/applications/${id}/customer-code?code=${code}`)
  const warning = expect.stringContaining(`Customer code taken is also used by`)
  expect((await who('taken')).json).toEqual({ warning })
  expect((await who('FREE')).json).toEqual({ warning: null })
  const send = (body: object) =>
    admin.patch(`/api/applications/${id}/approve`, body, { 'shared-code': 'ask' })
  for (const sharedCode of [undefined, 'OTHER']) {
    const { status, json } = await send({ customerCode: 'taken', sharedCode })
    expect([status, json?.errors]).toEqual([409, { sharedCode: warning }])
  }
  expect((await send({ customerCode: 'taken', sharedCode: 'taken' })).status).toBe(200)
})

test('stores one of many decisions at once, with one email and one event', async () => {
  const { app, id, admin } = await review()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      at % 2 ? approve(admin, id, `EX-${at}`) : reject(admin, id, `${at}`),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(emails(app, id)).toHaveLength(1)
  expect(decisionsIn(app, id)).toHaveLength(1)
})

describe('an approval and a rejection at once', () => {
  const mixed = (browser: Browser, id: string, tag: string) => [
    browser.patch(`/api/applications/${id}/approve`, { customerCode: 'EX-1' }, { 'if-match': tag }),
    browser.patch(`/api/applications/${id}/reject`, {}, { 'if-match': tag }),
  ]

  test('lets one of two decisions on the same version at once win, and answers the other 409 or 412', async () => {
    const { app, id, admin } = await review()
    const tag = (await admin.get(`/api/applications/${id}`)).headers.get('etag') ?? ''
    const answers = await Promise.all(mixed(admin, id, tag))
    const statuses = answers.map(({ status }) => status).sort()
    expect([
      [200, 409],
      [200, 412],
    ]).toContainEqual(statuses)
    expect(decisionsIn(app, id)).toHaveLength(1)
    // A later decision still names the version that it saw.
    const [late] = await Promise.all(mixed(admin, id, tag).slice(0, 1))
    expect([409, 412]).toContain(late?.status)
    expect(decisionsIn(app, id)).toHaveLength(1)
  })

  test('lets a later decision without a version overturn the earlier one', async () => {
    const { app, id, admin } = await review()
    expect((await approve(admin, id)).status).toBe(200)
    expect((await reject(admin, id)).status).toBe(200)
    expect((await approve(admin, id, 'EX-2')).status).toBe(200)
    expect(decisionsIn(app, id).map(({ action }) => action)).toEqual([
      'application approved',
      'application rejected',
      'application approved',
    ])
    expect(emails(app, id)).toHaveLength(3)
    expect(stored(app, id).application).toMatchObject({ status: 'approved', customerCode: 'EX-2' })
  })
})

describe('a wrong customer code', () => {
  const post = (browser: Browser, id: string, form: Record<string, string>) =>
    browser.postForm(`/admin/applications/${id}`, { action: 'correct', ...form })

  test('corrects a wrong code without a rejection, with one email and a superseding document', async () => {
    const { app, id, admin } = await review()
    await approve(admin, id, 'WRONG')
    const done = await post(admin, id, { customerCode: 'RIGHT' })
    expect(done.headers.get('location')).toContain('done=correct')
    const { json } = await admin.get(`/api/applications/${id}`)
    expect(json).toMatchObject({ status: 'approved', customerCode: 'RIGHT', financeBy: 'reviewer' })
    expect(json?.history).toHaveProperty('0.action', 'customer code corrected')
    expect(json?.history).toHaveProperty('0.changes.0', {
      ...{ field: 'customerCode', before: 'WRONG', after: 'RIGHT' },
    })
    const sent = app.dump().jobs as { kind: string; queue: string; document: number | null }[]
    const corrections = sent.filter(({ kind }) => kind === 'code-corrected')
    expect(corrections).toHaveLength(1)
    const documents = app.deps.db.sqlite
      .prepare<[], { id: number; data: string }>(
        "select id, data from documents where kind = 'countersigned' order by id",
      )
      .all()
    expect(documents.map(({ data }) => JSON.parse(data).customerCode)).toEqual(['WRONG', 'RIGHT'])
    expect(corrections[0]?.document).toBe(documents[1]?.id)
    expect(JSON.parse(documents[1]?.data ?? '')).toMatchObject({
      decider: { name: null },
      correction: { username: 'reviewer', codeBefore: 'WRONG' },
    })
  })

  test('refuses a new code that is another company’s and not confirmed, the same, or of no approval', async () => {
    const { app, id, admin } = await review()
    expect((await post(admin, id, { customerCode: 'EARLY' })).status).toBe(409)
    const other = await submit(app.browser(), { mainEmail: 'other@example.com' })
    await approve(admin, other, 'TAKEN')
    await approve(admin, id, 'WRONG')
    for (const customerCode of ['TAKEN', 'WRONG', ''])
      expect((await post(admin, id, { customerCode })).status).toBeGreaterThanOrEqual(400)
    expect(stored(app, id).application.customerCode).toBe('WRONG')
    await post(admin, id, { customerCode: 'TAKEN', sharedCode: 'TAKEN' })
    expect(stored(app, id).application.customerCode).toBe('TAKEN')
  })
})

test('sends an email again to the current address while what it says still holds', async () => {
  const { app, id, admin } = await review()
  await approve(admin, id, 'EX-1')
  app.deps.db.orm.update(jobs).set({ state: 'sent', sentAt: 0 }).run()
  await admin.patch(`/api/applications/${id}`, { mainEmail: 'new@example.com' })
  const [first] = emails(app, id)
  const again = () =>
    admin.postForm(`/admin/applications/${id}`, { action: 'send-again', email: String(first?.id) })
  for (const _ of [1, 2]) expect((await again()).status).toBe(303)
  expect(emails(app, id).toSorted((a, b) => a.id - b.id)).toMatchObject([
    { state: 'sent' },
    { kind: 'approval', state: 'waiting', data: { to: { address: 'new@example.com' } } },
  ])
  await reject(admin, id)
  expect((await again()).status).toBe(409)
})
