import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { minutes, seconds } from '#src/domain/calendar.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { reclaimJobs, renewal, unconfirmedWait } from '#src/domain/jobs/jobs.ts'
import { emailQueue, takeEmail } from '#src/domain/mailing/delivery.ts'
import { mailStatus } from '#src/domain/mailing/status.ts'
import { startQueues } from '../../support/app/jobs.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import {
  email,
  emails,
  putEmails,
  saveMailSettings,
  smtpSettings,
  turn,
} from '../../support/mail/mail-settings.ts'
import { closedPort, rawPeer, smtpServer, speaks } from '../../support/mail/smtp-server.ts'

/** An email to an address of its own, about no application. */
const write = (app: TestApp, address: string) =>
  enqueue(
    app.deps,
    { kind: 'duplicate-portal', to: { name: '', address } },
    `test|${Math.random()}`,
  )

const states = (app: TestApp) => emails(app).map(({ state }) => state)

const sentTo = (heard: string) => [...heard.matchAll(/RCPT TO:<(.*?)>/g)].map(([, to]) => to)

describe('a slow server', () => {
  test('holds four conversations with a slow server at once, each for another address', async () => {
    const app = testApp()
    const waiting: Socket[] = []
    const keepWaiting = (_line: string, socket: Socket) => {
      waiting.push(socket)
      return null
    }
    const peer = await rawPeer(speaks({ message: keepWaiting }))
    saveMailSettings(app, smtpSettings(peer.port))
    for (const name of ['a', 'A', 'b', 'c', 'd', 'e']) write(app, `${name}@example.com`)
    startQueues(app.deps, emailQueue)
    await vi.waitFor(() => expect(waiting).toHaveLength(4), 10_000)
    await pause(200)
    expect(sentTo(peer.heard()).sort()).toEqual(['a', 'b', 'c', 'd'].map((n) => `${n}@example.com`))
    while (states(app).includes('leased')) {
      waiting.shift()?.write('250 queued\r\n')
      await pause(20)
    }
    const order = sentTo(peer.heard()).filter((to) => /^a@/i.test(to ?? ''))
    expect(order).toEqual(['a@example.com', 'A@example.com'])
    expect(states(app)).toEqual(Array.from({ length: 6 }, () => 'sent'))
  })

  test('keeps the lease of an email for as long as its conversation with the server lasts', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const app = testApp()
    const silent: Socket[] = []
    const peer = await rawPeer(
      speaks({
        greeting: (_, socket) => {
          silent.push(socket)
          return null
        },
      }),
    )
    saveMailSettings(app, smtpSettings(peer.port))
    putEmails(app, 1)
    const sending = turn(app)
    await vi.waitFor(() => expect(silent).toHaveLength(1), 10_000)
    for (let minute = 0; minute < 4; minute += 1) {
      app.clock.now += renewal
      await vi.advanceTimersByTimeAsync(renewal)
      expect(takeEmail(app.deps)).toBeNull()
    }
    vi.useRealTimers()
    silent[0]?.write('220 mail.example.com\r\n')
    expect(await sending).toBe('sent')
    expect(email(app, 1)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  test('sends a slow server its email once, though the clock leaps past the lease meanwhile', async () => {
    const app = testApp()
    const silent: Socket[] = []
    const keepSilent = (_line: string, socket: Socket) => {
      silent.push(socket)
      return null
    }
    const peer = await rawPeer(speaks({ greeting: keepSilent }))
    saveMailSettings(app, smtpSettings(peer.port))
    write(app, 'a@example.com')
    startQueues(app.deps, emailQueue)
    await vi.waitFor(() => expect(silent).toHaveLength(1), 10_000)
    for (const leap of [minutes(90), -minutes(180)]) {
      app.clock.now += leap
      write(app, `${leap}@example.com`)
      await pause(150)
    }
    expect(email(app, 1)).toMatchObject({ state: 'leased', attempts: 1 })
  })

  test('sends no email to a person who is erased while a slow server keeps us waiting', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const app = testApp()
    const peer = await rawPeer(speaks({ EHLO: null }))
    saveMailSettings(app, smtpSettings(peer.port))
    putEmails(app, 1)
    const sending = turn(app)
    await vi.waitFor(() => expect(peer.heard()).toContain('EHLO'), 10_000)
    app.deps.db.sqlite.exec('delete from jobs')
    await vi.advanceTimersByTimeAsync(renewal)
    vi.useRealTimers()
    expect(await sending).toBe('broken off')
  })
})

describe('an email that was sent and not confirmed', () => {
  /** Waits until the server has the message, which it does not confirm. */
  async function handedOver() {
    const app = testApp()
    const peer = await rawPeer(speaks({ message: null }))
    saveMailSettings(app, smtpSettings(peer.port))
    putEmails(app, 1)
    const running = startQueues(app.deps, emailQueue)
    await vi.waitFor(() => expect(email(app, 1).handedOverAt).not.toBeNull(), 10_000)
    return { app, peer, running }
  }

  test('waits a quarter of an hour after a stop to send an unconfirmed email again, even with new settings', async () => {
    const { app, running } = await handedOver()
    await running.stop()
    expect(email(app, 1)).toMatchObject({
      state: 'waiting',
      lastReason: 'UNCONFIRMED',
      nextAt: app.clock.now + unconfirmedWait,
    })
    const server = await smtpServer()
    saveMailSettings(app, smtpSettings(server.port))
    app.clock.now += unconfirmedWait - 1
    expect(await turn(app)).toBe('nothing')
    app.clock.now += 1
    expect(await turn(app)).toBe('sent')
    expect(server.arrived[0]?.mail.messageId).toMatch(/^<email\.1\./)
  }, 15_000)

  test('waits a quarter of an hour after a crash to send an unconfirmed email again', async () => {
    const { app } = await handedOver()
    // The next server finds the files of the killed one.
    reclaimJobs(app.deps)
    expect(email(app, 1).nextAt).toBeGreaterThanOrEqual(app.clock.now + unconfirmedWait)
    expect(email(app, 1).nextAt).toBeLessThan(app.clock.now + unconfirmedWait + minutes(2))
    expect(mailStatus(app.deps)).toMatchObject({
      kind: 'failing',
      reason: 'The message was sent, but the server did not confirm it',
    })
  })

  test('sends an email at once after a crash before it reached the server', async () => {
    const app = testApp()
    putEmails(app, 1)
    takeEmail(app.deps)
    reclaimJobs(app.deps)
    expect(email(app, 1)).toMatchObject({ nextAt: app.clock.now, lastReason: null })
  })
})

test('stops an email that was not sent yet, and sends it at the next start', async () => {
  const app = testApp()
  const peer = await rawPeer(speaks({ EHLO: null }))
  saveMailSettings(app, smtpSettings(peer.port))
  for (const name of ['a', 'b', 'c', 'd']) write(app, `${name}@example.com`)
  const running = startQueues(app.deps, emailQueue)
  await vi.waitFor(() => expect(peer.heard().match(/EHLO/g)).toHaveLength(4), 10_000)
  await running.stop()
  for (const row of emails(app))
    expect(row).toMatchObject({ state: 'waiting', nextAt: app.clock.now, lastReason: null })
}, 15_000)

test('stops an email at a silent server when settings change, and sends it by the new ones at once', async () => {
  const app = testApp()
  const peer = await rawPeer(speaks({ greeting: null }))
  const server = await smtpServer()
  saveMailSettings(app, smtpSettings(peer.port))
  putEmails(app, 1)
  startQueues(app.deps, emailQueue)
  await vi.waitFor(() => expect(states(app)).toEqual(['leased']), 10_000)
  saveMailSettings(app, smtpSettings(server.port))
  await vi.waitFor(() => expect(states(app)).toEqual(['sent']), 10_000)
  expect(server.arrived).toHaveLength(1)
}, 15_000)

function failsOnce() {
  let times = 0
  return () => {
    times += 1
    return times === 1 ? '451 4.3.0 Not now' : '250 ok'
  }
}

describe('an answer', () => {
  test('lets an answer about one recipient delay that email alone', async () => {
    const app = testApp()
    const greylisted = new Set(['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`))
    const peer = await rawPeer(
      speaks({
        RCPT: (line) =>
          greylisted.has(/<(.*)>/.exec(line)?.[1] ?? '') ? '451 4.7.1 Greylisted' : '250 ok',
      }),
    )
    saveMailSettings(app, smtpSettings(peer.port))
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) write(app, `${name}@example.com`)
    startQueues(app.deps, emailQueue)
    await vi.waitFor(() => expect(states(app).slice(4)).toEqual(['sent', 'sent']), 10_000)
    for (const { attempts, nextAt } of emails(app).slice(0, 4))
      expect({ attempts, isSoon: nextAt <= app.clock.now + seconds(36) }).toEqual({
        attempts: 1,
        isSoon: true,
      })
  })

  test('delays no other email for a server failure while few of the conversations fail', async () => {
    const app = testApp()
    const peer = await rawPeer(
      speaks({
        MAIL: failsOnce(),
        RCPT: (line) => (line.includes('slow') ? null : '250 ok'),
      }),
    )
    saveMailSettings(app, smtpSettings(peer.port))
    write(app, 'first@example.com')
    for (const name of ['slow1', 'slow2', 'b', 'c', 'd']) write(app, `${name}@example.com`)
    startQueues(app.deps, emailQueue)
    await vi.waitFor(() => expect(states(app).slice(3)).toEqual(['sent', 'sent', 'sent']), 10_000)
  })

  test('stops all emails when four conversations fail, and then tries one at a time', async () => {
    const app = testApp()
    const port = await closedPort()
    saveMailSettings(app, smtpSettings(port))
    for (let n = 0; n < 20; n += 1) write(app, `${n}@example.com`)
    startQueues(app.deps, emailQueue)
    await vi.waitFor(() => expect(mailStatus(app.deps)?.kind).toBe('failing'), 10_000)
    await pause(300)
    const tries = () => emails(app).reduce((sum, { attempts }) => sum + attempts, 0)
    const found = tries()
    expect(found).toBeLessThanOrEqual(6)
    app.clock.now += minutes(6)
    write(app, 'one-more@example.com')
    await pause(300)
    expect(tries()).toBeLessThanOrEqual(found + 1)
  })
})
