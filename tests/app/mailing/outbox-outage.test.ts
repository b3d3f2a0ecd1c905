import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { outboxStatus } from '#src/domain/mailing/status.ts'
import { startOutbox } from '#src/domain/mailing/worker.ts'
import { backoff, givesUpAfter, takeDue } from '#src/domain/outbox/queue.ts'
import { discardRow, resendRow } from '#src/domain/outbox/stuck-rows.ts'
import { testApp } from '../../support/app/test-app.ts'
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
import { closedPort, dropsAfterData, rawPeer, smtpServer } from '../../support/mail/smtp-server.ts'

describe('an outage', () => {
  test.each([
    ['refusing', async () => closedPort(), 'REFUSED'],
    ['dropping after the message', async () => (await rawPeer(dropsAfterData)).port, 'DROPPED'],
    [
      'not a mail server',
      async () => (await rawPeer((s) => s.write('SSH-2.0-x\r\n'))).port,
      'NOT_SMTP',
    ],
  ])('of two hours, %s, loses nothing and sends each email once', async (_, broken, reason) => {
    const app = testApp()
    const server = await smtpServer()
    saveMailSettings(app, smtpSettings(await broken()))
    putEmails(app, 3)
    for (let minute = 0; minute < 120; minute += 1) {
      await turn(app)
      app.clock.now += 60_000
    }
    expect(email(app, 1)).toMatchObject({ state: 'waiting', lastReason: reason })
    expect(email(app, 1).attempts).toBeLessThan(12)
    saveMailSettings(app, smtpSettings(server.port))
    while ((await turn(app)) === 'sent');
    expect(subjects(server)).toEqual([1, 2, 3].map((n) => `New application: Number ${n}`))
  })

  test('of encryption keeps the emails and the password, unless the operator vouches for the host', async () => {
    const server = await smtpServer()
    // a spelling that only the resolver turns into an address of this machine
    const settings = smtpSettings(server.port, { smtpHost: '127.1' })
    const doubtful = testApp()
    saveMailSettings(doubtful, settings)
    putEmails(doubtful, 1)
    expect(await turn(doubtful)).toBe('down')
    expect(server.signIns).toEqual([])
    const reason = 'The server offers no encryption, so the password was not sent'
    expect(outboxStatus(doubtful.deps)).toMatchObject({ waiting: 1, emails: [{ reason }] })
    const vouched = testApp({ env: { SMTP_LOCAL_HOSTS: '127.1' } })
    saveMailSettings(vouched, settings)
    putEmails(vouched, 1)
    expect(await turn(vouched)).toBe('sent')
  })

  test('holds up no request: the worker leaves a dead server alone and every email is still there', async () => {
    const app = testApp()
    saveMailSettings(app, smtpSettings(await closedPort()))
    const worker = startOutbox(app.deps)
    onTestFinished(() => worker.stop())
    for (let n = 0; n < 60; n += 1) putEmails(app, 1, `APP-${n}`)
    await vi.waitFor(() => expect(outboxStatus(app.deps).lastFailure).not.toBeNull(), 10_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(outboxStatus(app.deps)).toMatchObject({
      waiting: 60,
      lastFailure: { reason: 'The server refused the connection' },
      emails: [{ id: 1, attempts: 1 }],
    })
    expect(emails(app).reduce((sum, { attempts }) => sum + attempts, 0)).toBe(1)
  })

  test('that new settings end while an email is on its way to the old server holds nothing up', async () => {
    const app = testApp()
    const server = await smtpServer()
    const drop = vi.fn()
    const silent = await rawPeer((socket) => drop.mockImplementation(() => socket.destroy()))
    saveMailSettings(app, smtpSettings(silent.port))
    putEmails(app, 2)
    const worker = startOutbox(app.deps)
    onTestFinished(() => worker.stop())
    await vi.waitFor(() => expect(drop.getMockImplementation()).toBeDefined())
    saveMailSettings(app, smtpSettings(server.port))
    drop()
    await vi.waitFor(() => expect(subjects(server)).toHaveLength(2), 5000)
  })

  test('with 4xx ends after 48 hours of trying, and not before', async () => {
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
    server.answer.rcpt = null
    resendRow(app.deps, officer, 'email', 1)
    expect(await turn(app)).toBe('sent')
  })

  test('a permanent refusal is believed the second time', async () => {
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
      emails: [{ id: 1, state: 'dead', reason: 'The server rejected the message (550)' }],
    })
    server.answer.rcpt = null
    expect(await turn(app)).toBe('sent')
    discardRow(app.deps, officer, 'email', 1)
    expect(email(app, 1).state).toBe('discarded')
    expect(() => resendRow(app.deps, officer, 'email', 1)).toThrow('already been sent or discarded')
    expect(() => resendRow(app.deps, officer, 'email', 99)).toThrow('This email no longer exists')
  })

  test('a wrong password gives up no email', async () => {
    const app = testApp()
    const server = await smtpServer()
    server.answer.auth = false
    saveMailSettings(app, smtpSettings(server.port))
    putEmails(app, 1)
    for (let n = 0; n < 5; n += 1) {
      await turn(app)
      app.clock.now = email(app, 1).nextAt
    }
    expect(email(app, 1)).toMatchObject({ state: 'waiting', lastReason: 'AUTH_FAILED 535' })
  })
})

test('tries are 30 seconds apart, then twice as long each, up to an hour, a fifth more or less', () => {
  expect([1, 2, 3, 8, 40].map((attempts) => backoff(attempts, 0.5))).toEqual([
    30_000, 60_000, 120_000, 3_600_000, 3_600_000,
  ])
  expect([backoff(1, 0), backoff(1, 1)]).toEqual([24_000, 36_000])
})

test('emails written under a clock that was weeks ahead go once it is set back', async () => {
  const app = testApp()
  const server = await smtpServer()
  const weeks = 40 * 24 * 60 * 60_000
  saveMailSettings(app, smtpSettings(server.port))
  app.clock.now += weeks
  putEmails(app, 1, 'AAAA-AAAA-AAAA')
  putEmails(app, 1, 'BBBB-BBBB-BBBB')
  // the process was killed with the first in hand
  takeDue(app.deps)
  app.clock.now -= weeks
  expect([await turn(app), await turn(app)]).toEqual(['sent', 'sent'])
})
