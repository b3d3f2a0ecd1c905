import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, test, vi } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { putEmails, smtpSettings } from '../../support/mail/mail-settings.ts'
import { closedPort, smtpServer } from '../../support/mail/smtp-server.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { faultRounds, figures, percentile, times } from '../support/rounds.ts'
import { serverOfFile } from '../support/server-process.ts'

const steps = ['connection', 'sign-in', 'recipient', 'message', 'answer'] as const
type Step = (typeof steps)[number]
const running = serverOfFile()
const rounds = times(1)
const backlog = faultRounds > 1 ? 1000 : 20
/** Applications before the outage and in it. */
const atWork = faultRounds > 1 ? times(10) : 2

test('a server that is killed at any step of a send loses no email and sends at most one of them twice', {
  timeout: 60_000 + rounds * 60_000,
}, async () => {
  let killAt: Step | null = null
  const arrived: string[] = []
  async function strike(step: Step) {
    if (killAt !== step) return
    killAt = null
    await server.end('SIGKILL')
  }
  const mails = await smtpServer({
    onConnect: (_, done) => void strike('connection').then(() => done()),
    onAuth: ({ username }, _, done) =>
      void strike('sign-in').then(() => done(null, { user: username ?? '' })),
    onRcptTo: (_, __, done) => void strike('recipient').then(() => done()),
    onData: (stream, _, done) => void taken(stream).then(() => answered(done), cutShort),
  })
  async function taken(stream: Parameters<NonNullable<SMTPServerOptions['onData']>>[0]) {
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    const { messageId } = await PostalMime.parse(Buffer.concat(parts))
    // a server that has the whole of it may deliver it, even if nobody hears its answer
    arrived.push(messageId ?? '')
    await strike('message')
  }
  /** Killed in the middle of a message: nobody has the whole of it. */
  function cutShort(error: { code?: string }) {
    if (error.code !== 'ECONNECTION') throw error
  }
  async function answered(done: () => void) {
    done()
    await strike('answer')
  }

  const server = running()
  const app = appOfProcess(server)
  const admin = await adminBrowser(app)
  const { sqlite } = app.deps.db
  const states = () =>
    sqlite
      .prepare<[], { state: string }>('select state from jobs')
      .all()
      .map(({ state }) => state)
  let kills = 0
  for (let round = 0; round < rounds; round++)
    for (const step of steps) {
      killAt = step
      putEmails(app, 2, `APP-${round}-${step}`)
      // saving the settings makes the server connect anew; it may be killed before it answers
      await admin.post('/api/email-settings', smtpSettings(mails.port)).catch(() => null)
      await vi.waitFor(() => expect(server.alive()).toBe(false), 20_000)
      kills += 1
      // two minutes later
      sqlite.prepare("update jobs set leased_until = 0 where state = 'leased'").run()
      await server.start()
      await vi.waitFor(() => expect(new Set(states())).toEqual(new Set(['sent'])), 20_000)
    }
  const emails = new Set(arrived)
  figures('kills within a send', {
    kills,
    emails: states().length,
    lost: states().length - emails.size,
    'sent twice': arrived.length - emails.size,
  })
  expect(emails.size).toBe(states().length)
  expect(emails.size).toBe(2 * kills)
  expect(arrived.length - emails.size).toBeLessThanOrEqual(kills)
})

test('while the mail server is away people work as before, and what has gathered goes once it is back', {
  timeout: 420_000,
}, async () => {
  const mails = await smtpServer()
  const app = appOfProcess(running())
  const admin = await adminBrowser(app)
  const work = async (name: string) => {
    const took: number[] = []
    for (let at = 0; at < atWork; at++) {
      const began = performance.now()
      await submit(app.browser(), { mainEmail: `${name}-${at}@example.com` })
      took.push(performance.now() - began)
    }
    return percentile(took, 0.5)
  }
  await admin.post('/api/email-settings', smtpSettings(mails.port))
  const before = await work('before')
  await admin.post('/api/email-settings', smtpSettings(await closedPort(), {}))
  const meanwhile = await work('meanwhile')
  const refused = app.deps.db.sqlite
    .prepare("select count(*) from jobs where last_reason = 'REFUSED'")
    .pluck()
  await vi.waitFor(() => expect(refused.get()).toBeGreaterThan(0), 20_000)
  for (let at = 0; at < backlog; at++) putEmails(app, 1, `APP-${at}`)
  const all = 2 * 2 * atWork + backlog
  const began = performance.now()
  await admin.post('/api/email-settings', smtpSettings(mails.port))
  await vi.waitFor(() => expect(mails.arrived.length).toBeGreaterThanOrEqual(all), {
    timeout: 300_000,
    interval: 50,
  })
  const drained = Math.round((performance.now() - began) / 100) / 10
  const emails = new Set(mails.arrived.map(({ mail }) => mail.messageId))
  figures('outage', {
    'submit p50 before ms': before,
    'submit p50 in the outage ms': meanwhile,
    backlog: backlog + 2 * atWork,
    'drained in s': drained,
    lost: all - emails.size,
    'sent twice': mails.arrived.length - emails.size,
  })
  expect(emails.size).toBe(all)
  expect(mails.arrived).toHaveLength(all)
})
