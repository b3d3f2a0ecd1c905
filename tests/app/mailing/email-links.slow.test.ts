import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { transact } from '#db/transaction.ts'
import { rotateKeys } from '#src/domain/audit/key-rotation.ts'
import { days, hours, minutes } from '#src/domain/calendar.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { resendJob } from '#src/domain/jobs/resend.ts'
import { resolveEmailRequests } from '#src/domain/mailing/delivery.ts'
import { endAllAccess } from '#src/domain/maintenance/revoked-sessions.ts'
import { keyRing } from '#src/security/keys.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import { email as address, askToMove, password, signedIn } from '../../support/app/clients.ts'
import { issueAll } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import {
  emails,
  officer,
  saveMailSettings,
  smtpSettings,
  turn,
} from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

/** A mail server that takes each email and then says that it did not. */
async function stage(app = testApp({ deps: { keys: keyRing([old]) } })) {
  const server = await smtpServer()
  server.answer.data = 451
  saveMailSettings(app, smtpSettings(server.port, { attachDocuments: false }))
  /** Tries to send due emails once; returns the texts that the server has received. */
  async function tryAll() {
    const before = server.refused.length + server.arrived.length
    await issueAll(app)
    resolveEmailRequests(app.deps)
    while ((await turn(app)) !== 'nothing');
    app.clock.now += minutes(3)
    return [...server.refused, ...server.arrived]
      .slice(before)
      .map(({ to, mail }) => ({ to: to[0], text: mail.text ?? '' }))
  }
  const forget = () => app.browser().post('/api/client/forgot-password', { email: address })
  return { app, server, tryAll, forget }
}

const old = randomBytes(32)

type Sent = { to: string | undefined; text: string }

const linksIn = (sent: Sent[]) =>
  sent.flatMap(({ text }) => text.match(/\S+[?&]\w+=[\w-]{43}/g) ?? [])

const passwordTokens = (sent: Sent[]) =>
  sent.flatMap(({ text }) => /\/client\/set-password\?token=([\w-]+)/.exec(text)?.[1] ?? [])

const use = async (app: TestApp, token: string | undefined) =>
  (await app.browser().post('/api/client/set-password', { token: token ?? '', password })).status

describe('an email that is tried again has the link of its first try:', () => {
  test.each<[string, (app: TestApp) => unknown, number]>([
    ['a receipt', (app) => submit(app.browser()), 1],
    [
      'a link to set the password',
      async (app) => {
        await signedIn(app)
        await app.browser().post('/api/client/forgot-password', { email: address })
      },
      1,
    ],
    [
      'both links of a draft',
      async (app) => {
        const draft = await fillDraft(app.browser())
        enqueue(app.deps, { kind: 'draft-link', to: { name: '', address }, draft }, 'test')
      },
      2,
    ],
    [
      'another sign-in address',
      async (app) =>
        askToMove((await signedIn(app)).browser, { email: 'moved@example.com', password }),
      1,
    ],
    [
      'an invitation',
      async (app) => {
        const fields = { username: 'rita', email: 'rita@example.com', role: 'reviewer' }
        const admin = await adminBrowser(app)
        await admin.postForm('/admin/team', { action: 'invite', ...fields })
      },
      1,
    ],
    [
      'a link of somebody of the back office',
      async (app) => {
        const admin = await adminBrowser(app)
        const email = 'reviewer@example.com'
        await admin.postForm('/admin/account', {
          ...{ action: 'email', email, password: reviewer.password },
        })
        await app.browser().postForm('/admin/forgot-password', { email })
      },
      1,
    ],
  ])(
    'sends the link of the first try again when an email is retried: %s',
    async (_, cause, count) => {
      const { app, server, tryAll } = await stage()
      await cause(app)
      const first = linksIn(await tryAll())
      expect(first).toHaveLength(count)
      expect(linksIn(await tryAll())).toEqual(first)
      server.answer.data = null
      expect(linksIn(await tryAll())).toEqual(first)
      for (const link of first) expect(JSON.stringify(app.dump())).not.toContain(link.slice(-43))
    },
  )
})

describe('a link to set a password', () => {
  test('accepts a link to set a password once, for a day from the last try to send it', async () => {
    const { app, server, tryAll } = await stage()
    await submit(app.browser())
    const [first] = passwordTokens(await tryAll())
    app.clock.now += hours(20)
    server.answer.data = null
    const [last] = passwordTokens(await tryAll())
    expect(last).toBe(first)
    app.clock.now += hours(20)
    expect([await use(app, first), await use(app, first)]).toEqual([200, 400])
  })

  test('puts the portal’s address in place of a used password link in a later try', async () => {
    const { app, server, tryAll, forget } = await stage()
    await signedIn(app)
    await tryAll()
    await forget()
    const token = passwordTokens(await tryAll()).at(-1)
    expect(await use(app, token)).toBe(200)
    server.answer.data = null
    const sent = await tryAll()
    const reset = sent.find(({ text }) => text.includes('asked for a link'))
    expect(reset?.text).toContain('/client-login')
    expect(passwordTokens(sent)).toEqual([])
  })

  test('keeps a newer email’s link valid when an older email is tried again', async () => {
    const { app, server, tryAll, forget } = await stage()
    await submit(app.browser())
    const [older] = passwordTokens(await tryAll())
    await forget()
    resolveEmailRequests(app.deps)
    app.deps.db.sqlite
      .prepare("update jobs set next_at = ? where kind <> 'set-password' and state = 'waiting'")
      .run(app.deps.now() + minutes(30))
    server.answer.data = null
    const [newer] = passwordTokens(await tryAll())
    expect(newer).not.toBe(older)
    app.clock.now += minutes(30)
    const late = await tryAll()
    expect(late.map(({ text }) => text).join()).toContain('/client-login')
    expect(passwordTokens(late)).toEqual([])
    expect([await use(app, older), await use(app, newer)]).toEqual([400, 200])
  })

  test('makes a new password link when the first has expired before its email was sent', async () => {
    const { app, server, tryAll } = await stage()
    await submit(app.browser())
    const [first] = passwordTokens(await tryAll())
    app.clock.now += days(3)
    for (const { id } of emails(app)) resendJob(app.deps, officer, 'email', id)
    server.answer.data = null
    const [late] = passwordTokens(await tryAll())
    expect(late).not.toBe(first)
    expect([await use(app, first), await use(app, late)]).toEqual([400, 200])
  })

  test('keeps a password link valid through a change of the key between two tries', async () => {
    const { app, server, tryAll } = await stage()
    await submit(app.browser())
    const [first] = passwordTokens(await tryAll())
    const fresh = randomBytes(32)
    rotateKeys({ ...app.deps, keys: keyRing([fresh, old]) })
    Object.assign(app.deps, { keys: keyRing([fresh]) })
    saveMailSettings(app, smtpSettings(server.port, { attachDocuments: false }))
    server.answer.data = null
    expect(passwordTokens(await tryAll())).toEqual([first])
    expect(await use(app, first)).toBe(200)
  })

  test('voids a password link at a restore, and sends its email with another one', async () => {
    const { app, server, tryAll } = await stage()
    await submit(app.browser())
    const [first] = passwordTokens(await tryAll())
    transact(app.deps, endAllAccess)
    server.answer.data = null
    const [late] = passwordTokens(await tryAll())
    expect(late).not.toBe(first)
    expect([await use(app, first), await use(app, late)]).toEqual([400, 200])
  })
})

test('does not revive a used draft link, and keeps the draft’s other link valid', async () => {
  const { app, server, tryAll } = await stage()
  const draft = await fillDraft(app.browser())
  enqueue(app.deps, { kind: 'draft-link', to: { name: '', address }, draft }, 'test')
  const [resume, discard] = linksIn(await tryAll())
  const open = (link = '') =>
    app.browser().postForm('/client-form', { action: 'resume', token: link.slice(-43) })
  expect((await open(resume)).status).toBe(303)
  server.answer.data = null
  const late = await tryAll()
  expect(linksIn(late)).toEqual([discard])
  expect(late[0]?.text).toMatch(/\/client-form$/m)
  expect((await open(resume)).status).toBe(400)
})
