import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import { company } from '#db/schema/company.ts'
import { days } from '#src/domain/calendar.ts'
import { createApiKey } from '#src/domain/integrations/api-keys.ts'
import { changeRole, disableAdmin, resetAdmin } from '#src/domain/staff/admins.ts'
import { adminBrowser, makeAdmin, onAccount } from '../../support/app/admins.ts'
import { stored } from '../../support/app/applicants.ts'
import type { Browser } from '../../support/app/browser.ts'
import { emailsOf } from '../../support/app/clients.ts'
import { review } from '../../support/app/review.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { signedInAdmin, withKey } from '../../support/integrations.ts'

const second = { username: 'second', password: 'seven green lamps', role: 'reviewer' } as const
const system = { kind: 'system' } as const
const given = { customerCode: 'EX-001', creditLimit: '10,001', paymentTerms: '30 days net' }

/** Two reviewers, and a limit of £10,000 for one of them alone. */
async function stage(accountType = 'credit') {
  const { app, id, admin: one, page: path } = await review({ accountType })
  limitOf(app, 10_000)
  return { app, id, one, two: await adminBrowser(app, second), path }
}

function limitOf({ deps }: TestApp, secondPersonAbove: number | null) {
  const row = { id: 1, name: 'Example', salesEmail: 'sales@example.com', updatedAt: 0, version: 1 }
  deps.db.orm
    .insert(company)
    .values({ ...row, secondPersonAbove })
    .onConflictDoUpdate({ target: company.id, set: { secondPersonAbove } })
    .run()
}

const approve = (browser: Browser, id: string, body: object = given) =>
  browser.patch(`/api/applications/${id}/approve`, body)

/** Posts the form of the proposal as the page shows it to this browser. */
async function post(browser: Browser, path: string, form: Record<string, string>) {
  const proposal = markIn((await browser.get(path)).text)
  return browser.postForm(path, { proposal, ...form })
}
const markIn = (html: string) => /name="proposal" value="([^"]+)"/.exec(html)?.[1] ?? ''
const confirm = (browser: Browser, path: string) => post(browser, path, { action: 'confirm' })
const decline = (browser: Browser, path: string, declineReason = '') =>
  post(browser, path, { action: 'decline', declineReason })

const statusOf = (app: TestApp, id: string) => stored(app, id).application.status
const listed = async (browser: Browser) => {
  const { json } = await browser.get('/api/applications')
  const rows = json?.applications as { proposedBy: string | null }[]
  return rows.map(({ proposedBy }) => proposedBy !== null)
}

const proposals = (app: TestApp) => app.dump().approval_proposals

describe('an approval above the limit for one person', () => {
  test('warns in the dialog and at the proposal while nobody else may decide', async () => {
    const { app, id, one, path } = await stage()
    const warnings = async () =>
      (await one.get(path)).text.match(/nobody could confirm/g)?.length ?? 0
    expect(await warnings()).toBe(0)
    disableAdmin(app.deps, system, 'second')
    disableAdmin(app.deps, system, 'head')
    await approve(one, id)
    expect(await warnings()).toBe(2)
  })

  test('holds an approval above the limit for a second person, who becomes the decider', async () => {
    const { app, id, one, two, path } = await stage()
    const { status, json } = await approve(one, id)
    expect([status, json?.status, json?.agreed]).toEqual([202, 'submitted', null])
    expect(json?.proposal).toMatchObject({ proposedBy: 'reviewer', customerCode: 'EX-001' })
    expect(emailsOf(app, 'approval-proposed')).toMatchObject([{ creditLimit: 10_001 }])
    expect(emailsOf(app, 'approval')).toEqual([])
    expect(await listed(two)).toEqual([true])
    expect((await two.get('/admin/dashboard')).text).toContain('Approval proposed')
    const page = (await two.get(path)).text
    for (const words of ['Proposed Approval', '£10,001', 'Confirm &amp; Send Email'])
      expect(page).toContain(words)
    expect((await confirm(two, path)).headers.get('location')).toContain('done=approve')
    const record = (await one.get(`/api/applications/${id}`)).json
    expect(record).toMatchObject({
      status: 'approved',
      financeBy: 'second',
      agreed: { creditLimit: 10_001 },
      proposal: null,
    })
    expect(record?.proposedBy).toBe('reviewer')
    expect((await one.get(path)).text).toMatch(/Approved by second on .*, proposed by reviewer/)
    expect(await listed(two)).toEqual([false])
    expect(JSON.stringify(record?.history)).toContain(
      '{"field":"proposedBy","before":null,"after":"reviewer"}',
    )
    expect(emailsOf(app, 'approval')).toHaveLength(1)
  })

  test('names proposer and decider in the document, each by their own name', async () => {
    const { app, id, one, two, path } = await stage()
    await onAccount(one, 'name', { fullName: 'Pat Proposer' })
    await onAccount(two, 'name', { fullName: 'Dee Decider' })
    await approve(one, id)
    await confirm(two, path)
    expect(JSON.parse(stored(app, id).documents.at(-1)?.data ?? '')).toMatchObject({
      decidedBy: 'second',
      decider: {
        name: 'Dee Decider',
        proposedBy: { name: 'Pat Proposer', username: 'reviewer' },
      },
    })
  })

  test('refuses a confirmation by the proposer, whatever name or role they have by then', async () => {
    const { app, id, one, path } = await stage()
    await approve(one, id)
    const refused = await confirm(one, path)
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('yourself')])
    expect((await one.get(path)).text).not.toContain('Confirm &amp; Send Email')
    const renamed = { username: 'other', usernameKey: 'other', role: 'administrator' } as const
    app.deps.db.orm.update(admins).set(renamed).where(eq(admins.usernameKey, 'reviewer')).run()
    expect((await confirm(one, path)).status).toBe(403)
    expect((await approve(one, id)).status).toBe(409)
    expect(statusOf(app, id)).toBe('submitted')
  })

  test('lets a proposal be declined with a reason, withdrawn without one, and made again', async () => {
    const { app, id, one, two, path } = await stage()
    await approve(one, id)
    const blank = await decline(two, path)
    expect([blank.status, blank.text]).toEqual([400, expect.stringContaining('Write why')])
    expect((await decline(two, path, 'Too high')).headers.get('location')).toContain('decline')
    expect(emailsOf(app, 'proposal-declined')).toMatchObject([
      { proposedBy: 'reviewer', declinedBy: 'second', reason: 'Too high' },
    ])
    expect((await two.get(path)).text).toContain('Too high')
    expect((await approve(one, id)).status).toBe(202)
    await decline(one, path)
    expect([proposals(app), statusOf(app, id)]).toEqual([[], 'submitted'])
    expect(emailsOf(app, 'proposal-declined')).toHaveLength(1)
  })

  test('voids a proposal once the application was changed', async () => {
    const { app, id, one, two, path } = await stage()
    await approve(one, id)
    await one.patch(`/api/applications/${id}`, { buyerName: 'Somebody Else' })
    expect((await two.get(path)).text).toContain('no longer counts')
    expect(await listed(two)).toEqual([false])
    expect((await confirm(two, path)).status).toBe(409)
    expect((await approve(two, id)).status).toBe(202)
    expect((await confirm(one, path)).status).toBe(303)
    expect(statusOf(app, id)).toBe('approved')
  })

  test.each<[string, (app: TestApp) => void, (app: TestApp) => Promise<void> | void]>([
    [
      'is closed, also once it is opened again',
      (app) => disableAdmin(app.deps, system, 'reviewer'),
      (app) => resetAdmin(app.deps, system, 'reviewer', { password: 'nine brass kettles' }),
    ],
    [
      'may no longer decide, also once it may again',
      (app) => changeRole(app.deps, system, 'reviewer', 'viewer'),
      (app) => changeRole(app.deps, system, 'reviewer', 'reviewer'),
    ],
  ])('ends a proposal when the account that proposed it %s', async (_, change, back) => {
    const { app, id, one, two, path } = await stage()
    await makeAdmin(app, { ...second, username: 'head', role: 'administrator' })
    await approve(one, id)
    const proposal = markIn((await two.get(path)).text)
    change(app)
    expect([proposals(app), await listed(two)]).toEqual([[], [false]])
    await back(app)
    expect((await two.postForm(path, { action: 'confirm', proposal })).status).toBe(409)
    expect((await two.get(path)).text).toContain('ended the proposed approval')
    expect((await approve(two, id)).status).toBe(202)
  })
})

describe('the limit for one person', () => {
  test('lets one person approve up to the limit, and any cash account', async () => {
    const { id, one } = await stage()
    expect((await approve(one, id, { ...given, creditLimit: 10_000 })).status).toBe(200)
    const cash = await stage('cash')
    expect((await approve(cash.one, cash.id, { customerCode: 'C-1' })).status).toBe(200)
  })

  test('asks for a credit limit at its field', async () => {
    const { id, one, path } = await stage()
    const { status, json } = await approve(one, id, { customerCode: 'EX-001' })
    expect([status, json?.errors]).toEqual([
      400,
      { creditLimit: expect.stringContaining('Enter a credit limit') },
    ])
    const form = { action: 'approve', customerCode: 'EX-001' }
    expect((await one.postForm(path, form)).text).toContain('id="approve-form-creditLimit-error"')
  })
})

test('refuses to confirm a proposal whose review date has come, or that another has replaced', async () => {
  const { app, id, one, two, path } = await stage()
  await approve(one, id, { ...given, reviewDate: '2026-11-25' })
  const proposal = markIn((await two.get(path)).text)
  await decline(one, path)
  await approve(one, id, { ...given, reviewDate: '2026-11-24' })
  expect((await two.postForm(path, { action: 'confirm', proposal })).status).toBe(412)
  app.clock.now += days(6)
  const late = await confirm(await adminBrowser(app, second), path)
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('has already passed')])
  expect(statusOf(app, id)).toBe('submitted')
})

test('shows an API key neither what was proposed nor why it was declined', async () => {
  const { app, id, one, two, path } = await stage()
  await approve(one, id, { ...given, creditLimit: 43_210, paymentTerms: 'Net 77' })
  await decline(two, path, 'Their owner is in trouble')
  const { key } = createApiKey(app.deps, await signedInAdmin(app), 'ERP')
  const { text } = await withKey(app.browser(), key).get(`/api/applications/${id}`)
  expect(text).toContain('application submitted')
  expect(text).not.toMatch(/propos|43210|Net 77|in trouble/)
})
