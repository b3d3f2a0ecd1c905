import { describe, expect, test } from 'vitest'
import { events } from '#db/schema/events.ts'
import { minutes } from '#src/domain/durations.ts'
import { listTerms, versionInForce } from '#src/domain/terms/versions.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import { emailsOf } from '../../support/app/clients.ts'
import { publish } from '../../support/app/terms.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const source = '# Prices\n\nOur prices are net of VAT.'
const path = '/admin/company/terms'

/** Terms for the first of December, and an administrator. */
async function coming() {
  const app = testApp()
  const version = publish(app, source, '2026-12-01')
  const browser = await adminBrowser(app)
  const withdraw = (given = version, more = {}) =>
    browser.postForm(path, { action: 'withdraw', version: given, ...more })
  return { app, version, browser, withdraw }
}

const states = ({ deps }: TestApp) =>
  listTerms(deps).map(({ version, state }) => `${version} ${state}`)

const withdrawals = ({ deps }: TestApp) =>
  deps.db.orm
    .select()
    .from(events)
    .all()
    .filter(({ action }) => action === 'terms withdrawn')

const at = (time: string) => Date.parse(time)

describe('terms that are not in force yet', () => {
  test('are withdrawn on a page that asks first, and never come into force', async () => {
    const { app, browser, version, withdraw } = await coming()
    const { text } = await browser.get(path)
    expect(text).toContain(`href="${path}?withdraw=${version}#termsWithdraw"`)
    const asked = await browser.get(`${path}?withdraw=${version}`)
    expect(asked.text.replaceAll('<!-- -->', '')).toContain('Withdraw version 2026-12-01?')
    const done = await withdraw()
    expect([done.status, done.headers.get('location')]).toEqual([303, `${path}?done=withdrawn`])
    expect(states(app)).toEqual(['2026-11 in-force', '2026-12-01 withdrawn'])
    app.clock.now = at('2026-12-01T10:00:00Z')
    expect(versionInForce(app.deps)).toBe('2026-11')
    const later = await adminBrowser(app)
    const page = (await later.get(path)).text
    expect(page).toContain('Withdrawn 20 November 2026 at 10:00 by reviewer.')
    expect(page).not.toContain('?withdraw=')
    const present = await (await app.request('/terms-conditions')).text()
    expect(present.replaceAll('<!-- -->', '')).toContain('Version 2026-11')
  })

  test('stay readable under their own address, which says that they were withdrawn', async () => {
    const { app, version, withdraw } = await coming()
    await withdraw()
    const answer = await app.request(`/terms-conditions?version=${version}`)
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
    const text = await answer.text()
    expect(text).toContain('These terms were withdrawn.')
    expect(text).toContain('Our prices are net of VAT.')
  })

  test('are withdrawn once by two administrators, and nobody gets an email', async () => {
    const { app, version, withdraw } = await coming()
    const second = await adminBrowser(app, { username: 'second', password: reviewer.password })
    await withdraw()
    const again = await second.postForm(path, { action: 'withdraw', version })
    expect(again.status).toBe(303)
    expect(withdrawals(app)).toMatchObject([{ actor: 'reviewer' }])
    expect(app.dump().outbox).toEqual([])
  })

  test('are withdrawn with the own password when it was given long ago', async () => {
    const { app, withdraw } = await coming()
    app.clock.now += minutes(11)
    const { status, text } = await withdraw()
    expect([status, text]).toEqual([403, expect.stringContaining('id="withdrawPassword-error"')])
    expect(states(app)).toContain('2026-12-01 coming')
    const { password: currentPassword } = reviewer
    expect((await withdraw(undefined, { currentPassword })).status).toBe(303)
  })

  test('take along those that they replaced, and another version of the day has a new name', async () => {
    const { app, version, withdraw } = await coming()
    const second = publish(app, `${source}\n\nOr not.`, '2026-12-01')
    const first = await withdraw(version)
    expect([first.status, first.text]).toEqual([409, expect.stringContaining('have replaced')])
    expect((await withdraw(second)).status).toBe(303)
    expect(states(app).slice(1)).toEqual(['2026-12-01 withdrawn', '2026-12-01-2 withdrawn'])
    expect(publish(app, source, '2026-12-01')).toBe('2026-12-01-3')
    app.clock.now = at('2026-12-01T10:00:00Z')
    expect(versionInForce(app.deps)).toBe('2026-12-01-3')
  })

  test('cannot be brought back by a direct write to the database', async () => {
    const { app, withdraw } = await coming()
    await withdraw()
    for (const write of [
      "UPDATE terms_withdrawals SET withdrawn_by = 'x'",
      'DELETE FROM terms_withdrawals',
    ])
      expect(() => app.deps.db.sqlite.exec(write)).toThrow('withdrawn terms do not return')
  })
})

test('a second click on Publish does not count for terms that were withdrawn meanwhile', async () => {
  const app = testApp()
  const browser = await adminBrowser(app)
  const { text } = await browser.get(path)
  const seen = /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const publishing = { action: 'publish', termsText: source, inForceFrom: '2026-12-01', seen }
  expect((await browser.postForm(path, publishing)).status).toBe(303)
  expect((await browser.postForm(path, publishing)).status).toBe(303)
  await browser.postForm(path, { action: 'withdraw', version: '2026-12-01' })
  expect((await browser.postForm(path, publishing)).status).toBe(412)
  expect(states(app)).toEqual(['2026-11 in-force', '2026-12-01 withdrawn'])
})

test('terms that somebody has signed are not withdrawn after the clock was set back', async () => {
  const { app, version } = await coming()
  app.clock.now = at('2026-12-01T10:00:00Z')
  await submit(app.browser())
  app.clock.now = at('2026-11-20T10:00:00Z')
  const browser = await adminBrowser(app)
  expect((await browser.postForm(path, { action: 'withdraw', version })).status).toBe(409)
})

test('terms in force are not withdrawn, also when their day began while the page was open', async () => {
  const { app, version } = await coming()
  app.clock.now = at('2026-11-30T23:59:00Z')
  const late = await adminBrowser(app)
  expect((await late.get(`${path}?withdraw=${version}`)).text).toContain('Withdraw Terms')
  app.clock.now = at('2026-12-01T00:00:01Z')
  const { status, text } = await late.postForm(path, { action: 'withdraw', version })
  expect([status, text]).toEqual([409, expect.stringContaining('in force already')])
  expect(versionInForce(app.deps)).toBe(version)
  expect((await late.get(`${path}?withdraw=${version}`)).text).not.toContain('Withdraw Terms')
  expect((await late.postForm(path, { action: 'withdraw', version: '2026-11' })).status).toBe(404)
})

test('a draft that was begun before knows nothing of terms that were withdrawn', async () => {
  const { app, withdraw } = await coming()
  const applicant = app.browser()
  await fillDraft(applicant)
  await withdraw()
  app.clock.now = at('2026-12-01T10:00:00Z')
  const { text } = await applicant.get('/client-form')
  expect(text).toContain('value="2026-11"')
  expect(text).not.toContain('The terms have changed')
  expect(emailsOf(app, 'draft-link')).toEqual([])
})
