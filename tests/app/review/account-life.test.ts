import { describe, expect, test } from 'vitest'
import { companyOf } from '#src/domain/company/company.ts'
import { saveCompany } from '#src/domain/company/save-company.ts'
import { days, hours } from '#src/domain/durations.ts'
import { checkRecords } from '#src/domain/maintenance/check-records.ts'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { stored, submit } from '../../support/app/applicants.ts'
import { emailsOf } from '../../support/app/clients.ts'
import { letPass } from '../../support/app/passing-time.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { officer } from '../../support/mail/mail-settings.ts'

/** An approved account, to be reviewed tomorrow unless told otherwise. */
async function approved(reviewDate = '2026-11-21') {
  const app = testApp()
  const id = await submit(app.browser())
  const admin = await adminBrowser(app)
  const approval = { customerCode: 'EX-001', creditLimit: 4000, reviewDate }
  await admin.patch(`/api/applications/${id}/approve`, approval)
  const path = `/admin/applications/${id}`
  const version = () => String(stored(app, id).application.version)
  const post = (form: Record<string, string>) =>
    admin.postForm(path, { version: version(), ...form })
  return { app, id, admin, path, version, post }
}

const record = async ({ admin, id }: Awaited<ReturnType<typeof approved>>) =>
  JSON.parse((await admin.get(`/api/applications/${id}`)).text)

const sentForReview = (app: TestApp) => emailsOf(app, 'reviews-due')

describe('the email about accounts due for review', () => {
  test('goes once a week while one is due, and not before its day', async () => {
    const { app, id } = await approved('2026-11-24')
    await cleanUp(app.deps)
    expect(sentForReview(app)).toEqual([])
    letPass(app, days(4))
    for (let turn = 0; turn < 3; turn += 1) await cleanUp(app.deps)
    letPass(app, days(2))
    await cleanUp(app.deps)
    expect(sentForReview(app)).toMatchObject([
      { due: [{ application: id, reviewDate: '2026-11-24' }] },
    ])
    letPass(app, days(5))
    await cleanUp(app.deps)
    expect(sentForReview(app)).toHaveLength(2)
  })

  test('waits while the clock is doubted, and for the morning', async () => {
    const { app } = await approved()
    await cleanUp(app.deps)
    app.clock.now += days(400)
    await cleanUp(app.deps)
    expect(sentForReview(app)).toEqual([])
    letPass(app, hours(17))
    await cleanUp(app.deps)
    expect(sentForReview(app)).toEqual([])
    letPass(app, hours(5))
    await cleanUp(app.deps)
    expect(sentForReview(app)).toHaveLength(1)
  })
})

describe('a review of an account', () => {
  test('sets the next date, stands in the history, and agrees with it', async () => {
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
  ])('is refused %s, and keeps what was typed', async (_, status, form) => {
    const { app, post } = await approved()
    const before = app.dump().decision_records
    const answer = await post({ action: 'review', reviewRemark: 'Typed Once', ...form })
    expect([answer.status, answer.text.includes('Typed Once')]).toEqual([status, true])
    expect(app.dump().decision_records).toEqual(before)
  })

  test('is no business of an application that waits', async () => {
    const app = testApp()
    const id = await submit(app.browser())
    const admin = await adminBrowser(app)
    const form = { action: 'review', reviewDate: '2027-06-01', version: '2' }
    expect((await admin.postForm(`/admin/applications/${id}`, form)).status).toBe(409)
  })

  test('of two administrators counts once', async () => {
    const { app, path, version, post } = await approved()
    const colleague = await adminBrowser(app, { ...reviewer, username: 'colleague' })
    const seen = version()
    await post({ action: 'review', reviewDate: '2027-06-01' })
    const late = { action: 'review', reviewDate: '2028-06-01', version: seen }
    const answer = await colleague.postForm(path, late)
    expect(answer.status).toBe(412)
    expect(answer.text).toContain('reviewed the account, next on 1 June 2027')
  })
})

test('An approval without a review date gets the usual one of its limit', async () => {
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
