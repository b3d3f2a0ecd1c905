import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { givesUpAfter, lease, markSent, wakeJobs } from '#src/domain/jobs/jobs.ts'
import { emailQueue, takeEmail } from '#src/domain/mailing/delivery.ts'
import { outboxStatus } from '#src/domain/mailing/status.ts'
import { startQueues } from '../../support/app/jobs.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import {
  emails,
  putEmails,
  saveMailSettings,
  smtpSettings,
  subjects,
  turn,
} from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

function start(app: TestApp) {
  const worker = startQueues(app.deps, emailQueue)
  onTestFinished(() => worker.stop())
  return worker
}

describe('the outbox', () => {
  test('sends no email about a change that was rolled back', async () => {
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

  test('keeps emails however long nothing is configured, and sends all when settings are saved', async () => {
    const app = testApp()
    const server = await smtpServer()
    start(app)
    putEmails(app, 3)
    app.clock.now += givesUpAfter * 3
    wakeJobs(app.deps)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(outboxStatus(app.deps)).toMatchObject({ waiting: 3, sent: 0, failed: 0 })
    saveMailSettings(app, smtpSettings(server.port))
    await vi.waitFor(
      () => expect(outboxStatus(app.deps)).toMatchObject({ waiting: 0, sent: 3 }),
      10_000,
    )
    expect(server.arrived).toHaveLength(3)
  })

  test('queues the same email about an application once, and one about none once', () => {
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

  test('keeps the order of an application’s emails after a failure, and lets others overtake', async () => {
    const app = testApp()
    const server = await smtpServer()
    saveMailSettings(app, smtpSettings(server.port))
    putEmails(app, 2, 'AAAA-AAAA-AAAA')
    putEmails(app, 1, 'BBBB-BBBB-BBBB')
    server.answer.rcpt = 451
    expect(await turn(app)).toBe('failed')
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

  test('stops the outbox after the current email, and sends the rest at the next start', async () => {
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
  test('loses nothing in a crash before the sending, and sends the email when its lease expires', async () => {
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

  test('changes nothing when a crashed worker comes back after its lease', () => {
    const app = testApp()
    putEmails(app, 1)
    const late = takeEmail(app.deps)
    app.clock.now += lease
    const held = takeEmail(app.deps)
    expect([late, held].map((job) => job && markSent(app.deps, job))).toEqual([false, true])
  })

  test('sends an email twice, under one Message-ID, after a crash between the server’s yes and our note', async () => {
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
})
