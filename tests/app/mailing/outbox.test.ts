import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { enqueue } from '#src/domain/jobs/emails.ts'
import { givesUpAfter, lease, markSent, wakeJobs } from '#src/domain/jobs/jobs.ts'
import { emailQueue, takeEmail } from '#src/domain/mailing/delivery.ts'
import { outboxStatus } from '#src/domain/mailing/status.ts'
import { submit } from '../../support/app/applicants.ts'
import { startQueues } from '../../support/app/jobs.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import {
  email,
  emails,
  putEmails,
  saveMailSettings,
  smtpSettings,
  subjects,
  turn,
} from '../../support/mail/mail-settings.ts'
import { giveDocument } from '../../support/mail/sealed-document.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

function start(app: TestApp) {
  const worker = startQueues(app.deps, emailQueue)
  onTestFinished(() => worker.stop())
  return worker
}

describe('the outbox', () => {
  test('delivers an email soon after the change that caused it', async () => {
    const app = testApp()
    const server = await smtpServer()
    saveMailSettings(app, smtpSettings(server.port))
    start(app)
    putEmails(app, 1)
    await vi.waitFor(() => expect(email(app, 1).state).toBe('sent'), 10_000)
    expect(server.arrived[0]).toMatchObject({ to: ['team@example.com'] })
    expect(server.arrived[0]?.mail.text).toContain('/admin/applications/AAAA-AAAA-AAAA')
  })

  test('sends nothing of a change that was rolled back', async () => {
    const app = testApp()
    const server = await smtpServer()
    saveMailSettings(app, smtpSettings(server.port))
    start(app)
    const change = app.deps.db.sqlite.transaction(() => {
      putEmails(app, 1)
      throw new Error('no')
    })
    expect(() => change.immediate()).toThrow('no')
    putEmails(app, 1, 'BBBB-BBBB-BBBB')
    await vi.waitFor(() => expect(server.arrived).toHaveLength(1), 10_000)
    expect(server.arrived[0]?.mail.text).toContain('BBBB-BBBB-BBBB')
  })

  test('waits while nothing is configured, however long, and lets all go when settings are saved', async () => {
    const app = testApp()
    const server = await smtpServer()
    start(app)
    putEmails(app, 3)
    app.clock.now += givesUpAfter * 3
    wakeJobs(app.deps)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(outboxStatus(app.deps)).toMatchObject({
      waiting: 3,
      sent: 0,
      failed: 0,
      sending: false,
    })
    saveMailSettings(app, smtpSettings(server.port))
    await vi.waitFor(
      () => expect(outboxStatus(app.deps)).toMatchObject({ waiting: 0, sent: 3, sending: true }),
      10_000,
    )
    expect(server.arrived).toHaveLength(3)
  })

  test('writes the same email about an application once, and one about none once', () => {
    const app = testApp()
    const about = (application: string) =>
      enqueue(
        app.deps,
        { kind: 'new-application', application, businessName: 'Sample Ltd', accountType: 'cash' },
        'new',
      )
    const to = { name: 'Sample Ltd', address: 'office@sample.example.com' }
    const aboutNone = (client: number) =>
      enqueue(app.deps, { kind: 'set-password', to, client }, 'asked once')
    for (const _ of [1, 2]) {
      about('AAAA-AAAA-AAAA')
      about('BBBB-BBBB-BBBB')
      aboutNone(1)
    }
    expect(emails(app).map(({ application }) => application)).toEqual([
      'AAAA-AAAA-AAAA',
      'BBBB-BBBB-BBBB',
      null,
    ])
  })

  test('counts what was sent up to ten thousand', () => {
    const app = testApp()
    app.deps.db.sqlite.exec(
      `insert into jobs (kind, data, dedupe_key, state, created_at, next_at)
       with recursive rows(at) as (values (1) union all select at + 1 from rows where at < 10001)
       select 'receipt', '{}', at, 'sent', 0, 0 from rows`,
    )
    expect(outboxStatus(app.deps)).toMatchObject({ sent: 10_000, sentIsMinimum: true })
  })

  test('keeps the order of an application, also past a failure; others go ahead', async () => {
    const app = testApp()
    const server = await smtpServer()
    saveMailSettings(app, smtpSettings(server.port))
    putEmails(app, 2, 'AAAA-AAAA-AAAA')
    putEmails(app, 1, 'BBBB-BBBB-BBBB')
    server.answer.rcpt = 451
    expect(await turn(app)).toMatchObject({ reason: 'REJECTED' })
    server.answer.rcpt = null
    expect(await turn(app)).toBe('sent')
    expect(await turn(app)).toBe('nothing')
    expect(emails(app).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'sent'])
    app.clock.now += 60_000
    while ((await turn(app)) === 'sent');
    expect(subjects(server).slice(1)).toEqual([
      'New application: Number 1',
      'New application: Number 2',
    ])
  })

  test('tells the accounts team of an application while the mailbox of the customer takes no email', async () => {
    const app = testApp()
    const server = await smtpServer()
    saveMailSettings(app, smtpSettings(server.port))
    giveDocument(app, await submit(app.browser()))
    server.answer.rcpt = 451
    expect(await turn(app)).toMatchObject({ reason: 'REJECTED' })
    server.answer.rcpt = null
    expect(await turn(app)).toBe('sent')
    expect(emails(app).map(({ kind, state }) => [kind, state])).toEqual([
      ['receipt', 'waiting'],
      ['new-application', 'sent'],
    ])
  })

  test('works off a backlog of 60 in one go', async () => {
    const app = testApp()
    const server = await smtpServer()
    for (let n = 0; n < 20; n += 1) putEmails(app, 3, `APP-${n}`)
    saveMailSettings(app, smtpSettings(server.port))
    start(app)
    await vi.waitFor(() => expect(server.arrived).toHaveLength(60), 15_000)
    expect(new Set(server.arrived.map(({ mail }) => mail.messageId)).size).toBe(60)
  })

  test('stops after the email under way, and the next start goes on', async () => {
    const app = testApp()
    const server = await smtpServer()
    putEmails(app, 20)
    saveMailSettings(app, smtpSettings(server.port))
    const first = start(app)
    await vi.waitFor(() => expect(server.arrived.length).toBeGreaterThan(2), 10_000)
    await first.stop()
    const before = server.arrived.length
    expect(emails(app).filter(({ state }) => state === 'leased')).toEqual([])
    expect(emails(app).filter(({ state }) => state === 'sent')).toHaveLength(before)
    start(app)
    await vi.waitFor(() => expect(server.arrived).toHaveLength(20), 10_000)
  })
})

describe('a crash', () => {
  test('before the sending loses nothing: the lease runs out and the email goes', async () => {
    const app = testApp()
    const server = await smtpServer()
    saveMailSettings(app, smtpSettings(server.port))
    putEmails(app, 1)
    takeEmail(app.deps)
    expect(await turn(app)).toBe('nothing')
    app.clock.now += lease
    expect(await turn(app)).toBe('sent')
    expect(server.arrived).toHaveLength(1)
  })

  test('between the server’s yes and our note of it doubles that one email, under one Message-ID', async () => {
    const app = testApp()
    const server = await smtpServer()
    saveMailSettings(app, smtpSettings(server.port))
    putEmails(app, 2)
    await turn(app)
    const { deps } = app
    deps.db.sqlite
      .prepare("update jobs set state = 'leased', leased_until = ? where id = 1")
      .run(deps.now())
    while ((await turn(app)) === 'sent');
    const ids = server.arrived.map(({ mail }) => mail.messageId)
    expect(ids).toHaveLength(3)
    expect(ids[0]).toBe(ids[1])
    expect(new Set(ids).size).toBe(2)
  })

  test('of a worker whose lease has run out cannot mark what another one holds', () => {
    const app = testApp()
    putEmails(app, 1)
    const slow = takeEmail(app.deps)
    app.clock.now += lease
    const quick = takeEmail(app.deps)
    expect([slow?.id, quick?.id]).toEqual([1, 1])
    expect(slow && markSent(app.deps, slow)).toBe(false)
    expect(quick && markSent(app.deps, quick)).toBe(true)
  })

  test('apart, two workers never send the same email', async () => {
    const app = testApp()
    const server = await smtpServer()
    for (let n = 0; n < 30; n += 1) putEmails(app, 1, `APP-${n}`)
    saveMailSettings(app, smtpSettings(server.port))
    start(app)
    start(app)
    await vi.waitFor(() => expect(outboxStatus(app.deps).sent).toBe(30), 10_000)
    expect(server.arrived).toHaveLength(30)
    expect(emails(app).every(({ attempts }) => attempts === 1)).toBe(true)
  })
})
