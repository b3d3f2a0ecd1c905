import { describe, expect, test } from 'vitest'
import { days, hours } from '#src/domain/calendar.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { saveCompany } from '#src/domain/company/save-company.ts'
import { applicationSheet } from '#src/domain/documents/current-view.ts'
import { checkRecords } from '#src/domain/maintenance/check-records.ts'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import { exportPerson } from '#src/domain/privacy/person-export.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { stored, submit } from '../../support/app/applicants.ts'
import { clientBrowser, emailsOf } from '../../support/app/clients.ts'
import { restartAfter } from '../../support/app/passing-time.ts'
import { review } from '../../support/app/review.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { officer } from '../../support/mail/mail-settings.ts'

/** An approved account, to be reviewed tomorrow unless told otherwise. */
async function approved(reviewDate = '2026-11-21') {
  const account = await review()
  const { app, id, admin, api, page } = account
  await admin.patch(`${api}/approve`, { customerCode: 'EX-001', creditLimit: 4000, reviewDate })
  const version = () => String(stored(app, id).application.version)
  const post = (form: Record<string, string>) =>
    admin.postForm(page, { version: version(), ...form })
  return { ...account, version, post }
}

const record = async ({ admin, api }: Awaited<ReturnType<typeof approved>>) =>
  JSON.parse((await admin.get(api)).text)

const sentForReview = (app: TestApp) => emailsOf(app, 'reviews-due')

describe('the email about accounts due for review', () => {
  test('emails about trade accounts due for review once a week, and not before their day', async () => {
    const { app, id } = await approved('2026-11-24')
    await cleanUp(app.deps)
    expect(sentForReview(app)).toEqual([])
    app.clock.now += days(4)
    for (let turn = 0; turn < 3; turn += 1) await cleanUp(app.deps)
    app.clock.now += days(2)
    await cleanUp(app.deps)
    expect(sentForReview(app)).toMatchObject([
      { due: [{ application: id, reviewDate: '2026-11-24' }] },
    ])
    app.clock.now += days(5)
    await cleanUp(app.deps)
    expect(sentForReview(app)).toHaveLength(2)
  })

  test('delays the review email while the clock may be wrong, and until the morning', async () => {
    const { app } = await approved()
    await cleanUp(app.deps)
    restartAfter(app, days(400))
    await cleanUp(app.deps)
    expect(sentForReview(app)).toEqual([])
    app.clock.now += hours(41)
    await cleanUp(app.deps)
    expect(sentForReview(app)).toEqual([])
    app.clock.now += hours(5)
    await cleanUp(app.deps)
    expect(sentForReview(app)).toHaveLength(1)
  })
})

describe('a review of an account', () => {
  test('sets the next review date, and records it in a history that agrees', async () => {
    const given = await approved()
    const { app, post } = given
    const next = { action: 'review', reviewDate: '2027-06-01', reviewRemark: 'Pays on time' }
    expect((await post(next)).status).toBe(303)
    const { agreed, history } = await record(given)
    expect(agreed).toMatchObject({ creditLimit: 4000, reviewDate: '2027-06-01' })
    expect(history[0]).toMatchObject({
      action: 'account reviewed',
      changes: [
        { field: 'reviewDate', before: '2026-11-21', after: '2027-06-01' },
        { field: 'reviewRemark', after: 'Pays on time' },
      ],
    })
    expect(checkRecords(app.deps).faults).toEqual([])
  })

  test.each([
    ['on a day that has come', 400, { reviewDate: '2026-11-20' }],
    ['without a real date', 400, { reviewDate: 'soon' }],
    ['on an older page', 412, { reviewDate: '2027-06-01', version: '1' }],
  ])('refuses a review %s, and keeps what was typed', async (_, status, form) => {
    const { app, post } = await approved()
    const before = app.dump().decision_records
    const answer = await post({ action: 'review', reviewRemark: 'Typed Once', ...form })
    expect([answer.status, answer.text.includes('Typed Once')]).toEqual([status, true])
    expect(app.dump().decision_records).toEqual(before)
  })

  test('offers no review of an application that waits for a decision', async () => {
    const { app, id, admin, page } = await review()
    const { version } = stored(app, id).application
    const form = { action: 'review', reviewDate: '2027-06-01', version: String(version) }
    expect((await admin.postForm(page, form)).status).toBe(409)
  })

  test('records one review of two administrators at once', async () => {
    const { app, page, version, post } = await approved()
    const colleague = await adminBrowser(app, { ...reviewer, username: 'colleague' })
    const seen = version()
    await post({ action: 'review', reviewDate: '2027-06-01' })
    const late = { action: 'review', reviewDate: '2028-06-01', version: seen }
    const answer = await colleague.postForm(page, late)
    expect(answer.status).toBe(412)
    expect(answer.text).toContain('reviewed the account, next on 1 June 2027')
  })
})

describe('closing an account', () => {
  const closing = { action: 'close', closedOn: '2026-11-20', closingReason: 'Ceased trading' }

  test('keeps status and code of a closed account, shows it everywhere, and lets it be reopened', async () => {
    const given = await approved()
    const { app, id, admin, page, post } = given
    expect((await post(closing)).status).toBe(303)
    const head = (await admin.get(page)).text.replaceAll('<!-- -->', '')
    expect(head).toContain('Closed on 20 November 2026: Ceased trading')
    const listOf = async (status: string) =>
      JSON.parse((await admin.get(`/api/applications?status=${status}`)).text).total
    expect([await listOf('closed'), await listOf('approved')]).toEqual([1, 1])
    expect((await admin.get('/api/applications/export')).text).toContain('"Ceased trading"')
    const held = JSON.stringify(exportPerson(app.deps, id))
    expect(held).toContain('"closedOn":"2026-11-20","closingReason":"Ceased trading"')
    expect(checkRecords(app.deps).faults).toEqual([])

    expect((await post({ action: 'reopen' })).status).toBe(303)
    expect(await record(given)).toMatchObject({ status: 'approved', closedOn: null })
    expect((await record(given)).history.slice(0, 2)).toMatchObject([
      { action: 'account reopened' },
      { action: 'account closed', changes: [{ after: '2026-11-20' }, { after: 'Ceased trading' }] },
    ])
    expect([await listOf('closed'), checkRecords(app.deps).faults]).toEqual([0, []])
  })

  test('leaves the customer of a closed account the sign-in, the badge and the code, and nothing to edit', async () => {
    const { app, id, post } = await approved()
    const customer = clientBrowser(app, id)
    const save = () => customer.put('/api/client/application/buyer', { buyerTel: '020 7946 0188' })
    await post(closing)
    const { status, sections } = await applicationSheet(app.deps, stored(app, id).application)
    const closed = { label: 'Closed on', value: '20 November 2026' }
    expect([status, sections[0]?.rows.at(-1)]).toEqual(['Closed', closed])
    const { text } = await customer.get('/client-portal?edit=buyer')
    expect(text).toContain('Your trade account is closed')
    expect(text).toMatch(/need the account again, write to us\..*Our address is <a href="mailto:/)
    expect(text).toContain('EX-001')
    expect(text).toMatch(/badge-good">Approved/)
    expect(text).not.toMatch(/Ceased trading|name="edit"|name="buyerTel"/)
    expect(await save()).toMatchObject({ status: 409, text: expect.stringContaining('is closed') })
    const form = { section: 'buyer', buyerTel: '020 7946 0199' }
    const posted = await customer.postForm('/client-portal', form)
    expect([posted.status, posted.text.includes('020 7946 0199')]).toEqual([409, true])
    await post({ action: 'reopen' })
    expect((await save()).status).toBe(200)
  })

  test('refuses reviews and decisions of a closed account until it is reopened', async () => {
    const { app, id, post } = await approved()
    await post(closing)
    app.clock.now += days(5)
    await cleanUp(app.deps)
    expect(sentForReview(app)).toEqual([])
    const colleague = await adminBrowser(app, { ...reviewer, username: 'colleague' })
    const due = await colleague.get('/api/applications?status=review-due')
    expect(JSON.parse(due.text).total).toBe(0)
    const refusals = [
      colleague.patch(`/api/applications/${id}/reject`, { reason: 'Late' }),
      colleague.postForm(`/admin/applications/${id}`, { action: 'review', reviewDate: '' }),
      colleague.postForm(`/admin/applications/${id}`, { action: 'correct', customerCode: 'B2' }),
      colleague.postForm(`/admin/applications/${id}`, closing),
    ]
    for (const answer of await Promise.all(refusals))
      expect(answer).toMatchObject({
        status: 409,
        text: expect.stringContaining('Reopen it first'),
      })
  })

  test.each([
    ['in the future', 400, { closedOn: '2026-11-21' }],
    ['before the approval', 400, { closedOn: '2026-11-19' }],
    ['without a reason', 400, { closingReason: ' ' }],
    ['on an older page', 412, { version: '1' }],
  ])('refuses to close an account %s, and keeps what was typed', async (_, status, form) => {
    const { app, id, post } = await approved()
    const answer = await post({ ...closing, ...form })
    expect([answer.status, stored(app, id).application.closedOn]).toEqual([status, null])
    expect(answer.text).toContain(`value="${'closedOn' in form ? form.closedOn : '2026-11-20'}"`)
  })

  test('lets no viewer close an account, and nobody an application that waits', async () => {
    const { app, id } = await approved()
    const viewer = await adminBrowser(app, { ...reviewer, username: 'viewer', role: 'viewer' })
    expect((await viewer.postForm(`/admin/applications/${id}`, closing)).status).toBe(403)
    const waiting = await submit(app.browser(), { mainEmail: 'waits@example.com' })
    const admin = await adminBrowser(app, { ...reviewer, username: 'colleague' })
    expect((await admin.postForm(`/admin/applications/${waiting}`, closing)).status).toBe(409)
  })
})

test('gives an approval without a review date the usual one of its limit', async () => {
  const app = testApp()
  const { legal: _, version, ...present } = companyOf(app.deps)
  const usual = { reviewMonths: 12, largeLimitAbove: 10_000, largeReviewMonths: 3 }
  saveCompany(app.deps, officer, { ...present, ...usual }, version)
  const admin = await adminBrowser(app)
  const dateFor = async (given: object) => {
    const mainEmail = `${JSON.stringify(given).replace(/\W/g, '')}@example.com`
    const id = await submit(app.browser(), { mainEmail })
    const approval = { customerCode: id, ...given }
    const { text } = await admin.patch(`/api/applications/${id}/approve`, approval)
    return JSON.parse(text).agreed.reviewDate
  }
  expect(await dateFor({ creditLimit: 10_000 })).toBe('2027-11-20')
  expect(await dateFor({ creditLimit: 10_001 })).toBe('2027-02-20')
  expect(await dateFor({ creditLimit: 5, reviewDate: '2026-12-01' })).toBe('2026-12-01')
})
