import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { clients } from '#db/schema/clients.ts'
import { jobs } from '#db/schema/jobs.ts'
import { transact } from '#db/transaction.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { days, minutes } from '#src/domain/calendar.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { startDraft, submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { review } from '../../support/app/review.ts'
import type { TestApp } from '../../support/app/test-app.ts'

describe('a note', () => {
  test('shows a note to staff alone', async () => {
    const { app, admin, api, page, id } = await review()
    await admin.postForm(page, { action: 'note', note: 'First' })
    await admin.postForm(page, { action: 'note', note: ' Second ' })
    const { json } = await admin.get(api)
    expect(json?.notes).toMatchObject([
      { text: 'Second', by: 'reviewer', at: '2026-11-20T10:00:00.000Z' },
      { text: 'First' },
    ])
    await admin.get(`${api}/pdf`)
    expect(JSON.stringify(app.pdf)).not.toContain('Second')
    const emails = app.deps.db.orm.select().from(jobs).where(eq(jobs.application, id)).all()
    expect(JSON.stringify(emails)).not.toContain('Second')
    expect((await admin.postForm(page, { action: 'note', note: ' ' })).status).toBe(400)
  })
})

describe('the sign-in address', () => {
  const account = ({ deps }: TestApp) => deps.db.orm.select().from(clients).get()
  const emails = ({ deps }: TestApp) =>
    deps.db.orm
      .select()
      .from(jobs)
      .all()
      .filter(({ kind }) => kind.startsWith('sign-in'))

  test('moves the sign-in address, with a link to the new address and a notice to the old', async () => {
    const { app, admin, api, page } = await review()
    const move = { action: 'move', signInEmail: 'new@example.com' }
    expect((await admin.postForm(page, move)).status).toBe(303)
    expect((await admin.get(api)).json?.signInEmail).toBe('new@example.com')
    expect(account(app)).toMatchObject({ email: 'new@example.com', passwordHash: null })
    expect(emails(app).map(({ kind, data }) => [kind, (data as Sent).to.address])).toEqual([
      ['sign-in-moved', 'new@example.com'],
      ['sign-in-left', answers[1].mainEmail],
    ])
    expect((await admin.get(api)).json?.mainEmail).toBe(answers[1].mainEmail)
  })

  test('refuses a new sign-in address that is wrong or taken', async () => {
    const { app, admin, page } = await review()
    const holder = await submit(app.browser(), { mainEmail: 'taken@example.com' })
    const move = (signInEmail: string) => admin.postForm(page, { action: 'move', signInEmail })
    expect((await move('nowhere')).status).toBe(400)
    const taken = await move('TAKEN@example.com')
    expect([taken.status, taken.text]).toEqual([
      409,
      expect.stringContaining(`href="/admin/applications/${holder}">Open the application`),
    ])
    expect(emails(app)).toEqual([])
  })
})

describe('recent updates', () => {
  test('lists what customers did in seven days, newest first, one line an application', async () => {
    const { app, admin, id, api } = await review()
    app.clock.now += minutes(20)
    const draft = await startDraft(app.browser())
    await admin.patch(api, { buyerName: 'By an admin' })
    const list = async () => (await admin.get('/api/applications/recent-updates')).json
    expect(await list()).toMatchObject([
      { id: draft, status: 'draft', section: 'Buyer Info', updatedAt: '2026-11-20T10:20:00.000Z' },
      { id, status: 'submitted', summary: 'Submitted the application', section: null },
    ])
    app.clock.now += days(8)
    const late = await adminBrowser(app)
    expect((await late.get('/api/applications/recent-updates')).json).toEqual([])
  })
})

test('shows an event of another version by the word that it was stored with', async () => {
  const { app, admin, id, api, page } = await review()
  const action = 'answers translated' as 'draft saved'
  const client = { kind: 'client', id: 1, application: 1, email: '', sessionHash: '' } as const
  transact(app.deps, (tx) => recordEvent(tx, client, { action, application: id }))
  expect((await admin.get(api)).json?.history).toHaveProperty('0.action', 'answers translated')
  expect((await admin.get(page)).text).toContain('The customer: answers translated')
  expect((await admin.get('/api/applications/recent-updates')).json).toMatchObject([
    { id, summary: 'answers translated' },
  ])
})

type Sent = { to: { address: string } }
