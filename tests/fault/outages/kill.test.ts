import PostalMime from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { storedDocuments } from '../../support/app/documents.ts'
import { putEmails, smtpSettings } from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'
import { seededRandom } from '../../support/random.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { type Journal, lostOf, startLoad } from '../support/load.ts'
import { pause, times } from '../support/rounds.ts'
import { serverProcess } from '../support/server-process.ts'
import { faultsOf } from '../support/stored-state.ts'

const kills = times(1)

test('kill -9 under load loses nothing that was acknowledged and leaves nothing by half', {
  timeout: 60_000 + kills * 12_000,
}, async () => {
  const server = await serverProcess()
  const app = appOfProcess(server)
  const random = seededRandom(20261120)
  const journal: Journal = new Map()
  const isSubmitted = () => [...journal.values()].some(({ submitted }) => submitted)
  for (let kill = 1; kill <= kills; kill += 1) {
    const load = startLoad(app, 10, journal)
    // counted in answers, not in seconds: a slow machine is killed as deep in its work as a fast one
    const enough = 5 + random() * 60
    const isTooSoon = () => load.acknowledged < enough || (kill === kills && !isSubmitted())
    while (isTooSoon()) await pause(5)
    await pause(random() * 50)
    await server.end('SIGKILL')
    await load.stop()
    await server.start()
    expect(load.wrong).toEqual([])
    expect(faultsOf(app.deps)).toEqual([])
    expect(lostOf(app, journal)).toEqual([])
  }
})

test('a document that was not made before a kill is made at the next start, once', {
  timeout: 120_000,
}, async () => {
  const server = await serverProcess()
  const app = appOfProcess(server)
  const isWaiting = () => storedDocuments(app).some(({ sealedAt }) => sealedAt === null)
  while (!isWaiting()) {
    if (!server.alive()) await server.start()
    await submit(app.browser(), { mainEmail: `${server.pid()}@example.com` })
    await server.end('SIGKILL')
  }
  const before = storedDocuments(app).map(({ id, data }) => ({ id, data }))
  await server.start()
  await vi.waitFor(() => expect(isWaiting()).toBe(false), 60_000)
  expect(storedDocuments(app)).toMatchObject(before)
  expect(faultsOf(app.deps)).toEqual([])
})

test('a server that is killed at any step of a send loses no email and sends at most one of them twice', {
  timeout: 120_000,
}, async () => {
  const steps = ['connection', 'sign-in', 'recipient', 'message', 'answer'] as const
  let killAt: (typeof steps)[number] | null = null
  async function strike(step: (typeof steps)[number]) {
    if (killAt !== step) return
    killAt = null
    await server.end('SIGKILL')
  }
  const arrived: string[] = []
  const mails = await smtpServer({
    onConnect: (_, done) => void strike('connection').then(() => done()),
    onAuth: ({ username }, _, done) =>
      void strike('sign-in').then(() => done(null, { user: username ?? '' })),
    onRcptTo: (_, __, done) => void strike('recipient').then(() => done()),
    async onData(stream, _, done) {
      const parts: Buffer[] = []
      try {
        for await (const part of stream) parts.push(part as Buffer)
      } catch {
        return // cut short: nobody has the whole of it
      }
      const { messageId } = await PostalMime.parse(Buffer.concat(parts))
      arrived.push(messageId ?? '')
      await strike('message')
      done()
      await strike('answer')
    },
  })
  const server = await serverProcess()
  const app = appOfProcess(server)
  const admin = await adminBrowser(app)
  const { sqlite } = app.deps.db
  const states = sqlite.prepare<[], string>('select state from jobs').pluck()
  for (const step of steps) {
    killAt = step
    putEmails(app, 2, `APP-${step}`)
    // saving the settings makes the server connect anew; it may be killed before it answers
    await admin.post('/api/email-settings', smtpSettings(mails.port)).catch(() => null)
    await vi.waitFor(() => expect(server.alive()).toBe(false), 20_000)
    // two minutes later
    sqlite.prepare("update jobs set leased_until = 0 where state = 'leased'").run()
    await server.start()
    await vi.waitFor(() => expect(new Set(states.all())).toEqual(new Set(['sent'])), 20_000)
  }
  expect(new Set(arrived).size).toBe(2 * steps.length)
  expect(arrived.length - 2 * steps.length).toBeLessThanOrEqual(steps.length)
})
