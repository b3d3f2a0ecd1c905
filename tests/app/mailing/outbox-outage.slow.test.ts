import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { backoff, givesUpAfter } from '#src/domain/jobs/jobs.ts'
import { discardJob, resendJob } from '#src/domain/jobs/resend.ts'
import { emailQueue, takeEmail } from '#src/domain/mailing/delivery.ts'
import { outboxStatus } from '#src/domain/mailing/status.ts'
import { retryWait } from '#src/mail/http.ts'
import { startQueues } from '../../support/app/jobs.ts'
import { testApp } from '../../support/app/test-app.ts'
import { jsonPeer } from '../../support/mail/json-peer.ts'
import {
  email,
  emails,
  officer,
  putEmails,
  saveMailSettings,
  smtpSettings,
  subjects,
  turn,
} from '../../support/mail/mail-settings.ts'
import { closedPort, smtpServer } from '../../support/mail/smtp-server.ts'

describe('an outage', () => {
  test('loses nothing in an outage of two hours and sends each email once', async () => {
    const app = testApp()
    const server = await smtpServer()
    saveMailSettings(app, smtpSettings(await closedPort()))
    putEmails(app, 3)
    for (let minute = 0; minute < 120; minute += 1) {
      await turn(app)
      app.clock.now += 60_000
    }
    expect(email(app, 1)).toMatchObject({ state: 'waiting', lastReason: 'REFUSED' })
    expect(email(app, 1).attempts).toBeLessThan(12)
    saveMailSettings(app, smtpSettings(server.port))
    while ((await turn(app)) === 'sent');
    expect(subjects(server)).toEqual([1, 2, 3].map((n) => `New application: Number ${n}`))
  })

  test('delays no request in an outage: the worker leaves a dead server alone and keeps every email', async () => {
    const app = testApp()
    saveMailSettings(app, smtpSettings(await closedPort()))
    const worker = startQueues(app.deps, emailQueue)
    onTestFinished(() => worker.stop())
    for (let n = 0; n < 60; n += 1) putEmails(app, 1, `APP-${n}`)
    await vi.waitFor(() => expect(outboxStatus(app.deps).emails).toHaveLength(3), 10_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(outboxStatus(app.deps)).toMatchObject({
      waiting: 60,
      lastFailure: { reason: 'The server refused the connection' },
    })
    expect(emails(app).reduce((sum, { attempts }) => sum + attempts, 0)).toBe(3)
  })

  test('stops retrying after 48 hours of 4xx answers, and starts again by Resend', async () => {
    const app = testApp()
    const server = await smtpServer()
    server.answer.rcpt = 451
    saveMailSettings(app, smtpSettings(server.port))
    putEmails(app, 1)
    const began = app.clock.now
    while (email(app, 1).state === 'waiting') {
      app.clock.now = email(app, 1).nextAt
      await turn(app)
    }
    expect(email(app, 1)).toMatchObject({ state: 'dead', lastReason: 'REJECTED 451' })
    expect(app.clock.now - began).toBeGreaterThanOrEqual(givesUpAfter)
    expect(app.clock.now - began).toBeLessThan(givesUpAfter + 3_600_000 * 1.3)
    resendJob(app.deps, officer, 'email', 1)
    await turn(app)
    expect(email(app, 1).state).toBe('waiting')
    server.answer.rcpt = null
    app.clock.now = email(app, 1).nextAt
    expect(await turn(app)).toBe('sent')
  })

  test('accepts a permanent refusal the second time', async () => {
    const app = testApp()
    const server = await smtpServer()
    server.answer.rcpt = 550
    saveMailSettings(app, smtpSettings(server.port))
    putEmails(app, 2)
    await turn(app)
    expect(email(app, 1).state).toBe('waiting')
    app.clock.now += 60_000
    await turn(app)
    expect(outboxStatus(app.deps)).toMatchObject({
      failed: 1,
      waiting: 1,
      emails: [
        {
          ...{ id: 1, name: 'New application', isDead: true },
          reason: 'The server rejected the message (550)',
        },
      ],
    })
    server.answer.rcpt = null
    expect(await turn(app)).toBe('sent')
    discardJob(app.deps, officer, 'email', 1)
    expect(email(app, 1).state).toBe('discarded')
    expect(() => resendJob(app.deps, officer, 'email', 1)).toThrow('already been sent or discarded')
    expect(() => resendJob(app.deps, officer, 'email', 99)).toThrow('This email no longer exists')
  })
})

describe('a failure', () => {
  /** A server with emails of several applications, whose provider answers with these first, and then takes all. */
  async function withAnswers(...answers: { status: number; headers?: Record<string, string> }[]) {
    const peer = await jsonPeer(() => answers.shift() ?? { status: 202 })
    const app = testApp({ env: { SENDGRID_API_URL: peer.url } })
    saveMailSettings(app, smtpSettings(25, { emailProvider: 'sendgrid', sendgridApiKey: 'SG.key' }))
    for (const n of [1, 2, 3, 4, 5]) putEmails(app, 1, `APP-${n}`)
    const worker = startQueues(app.deps, emailQueue)
    onTestFinished(() => worker.stop())
    const asked = (count: number) =>
      vi.waitFor(() => expect(peer.asked).toHaveLength(count), 10_000)
    /** Lets time pass and the worker take its turn; each begins with the requests, and the second after what is due. */
    async function pass(ms: number) {
      app.clock.now += ms
      for (const _ of [1, 2]) {
        const to = { name: '', address: 'nobody@example.com' }
        enqueue(app.deps, { kind: 'link-request', to }, 'a turn')
        await vi.waitFor(() => expect(emails(app)).toHaveLength(5), 10_000)
      }
    }
    const states = () => emails(app).map(({ state }) => state)
    return { app, asked, pass, states }
  }

  test('postpones only the emails that failed when two fail', async () => {
    const { app, asked, pass, states } = await withAnswers({ status: 500 }, { status: 500 })
    await asked(5)
    await vi.waitFor(() => expect(states().filter((state) => state === 'sent')).toHaveLength(3))
    expect(email(app, 1)).toMatchObject({ state: 'waiting', lastReason: 'REJECTED 500' })
    await pass(23_000)
    await asked(5)
    await pass(14_000)
    await asked(7)
  })

  test('holds all emails for as long as Retry-After says', async () => {
    const { asked, pass } = await withAnswers({ status: 429, headers: { 'retry-after': '120' } })
    await asked(1)
    await pass(119_000)
    await asked(1)
    await pass(2_000)
    await asked(6)
  })
})

test.each([
  ['120', 120_000],
  ['0', 0],
  ['999999999999999999999', 3_600_000],
  ['Fri, 20 Nov 2026 10:01:00 GMT', 60_000],
  ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
  [undefined, 0],
])('reads a Retry-After of %s as %i milliseconds', (header, wait) => {
  expect(retryWait(header, Date.parse('2026-11-20T10:00:00Z'))).toBe(wait)
})

test('spaces retries 30 seconds apart, then twice as long each, up to an hour, a fifth more or less', () => {
  expect([1, 2, 3, 8, 40].map((attempts) => backoff(attempts, 0.5))).toEqual([
    30_000, 60_000, 120_000, 3_600_000, 3_600_000,
  ])
  expect([backoff(1, 0), backoff(1, 1)]).toEqual([24_000, 36_000])
})

test('sends emails written under a clock that was weeks ahead once it is set back', async () => {
  const app = testApp()
  const server = await smtpServer()
  const weeks = 40 * 24 * 60 * 60_000
  saveMailSettings(app, smtpSettings(server.port))
  app.clock.now += weeks
  putEmails(app, 1, 'AAAA-AAAA-AAAA')
  putEmails(app, 1, 'BBBB-BBBB-BBBB')
  // The process was killed while it sent the first email.
  takeEmail(app.deps)
  app.clock.now -= weeks
  expect([await turn(app), await turn(app)]).toEqual(['sent', 'sent'])
})
