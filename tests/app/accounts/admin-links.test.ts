import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import { hours, minutes } from '#src/domain/calendar.ts'
import { resolveEmailRequests } from '#src/domain/mailing/delivery.ts'
import { disableAdmin, resetAdmin } from '#src/domain/staff/admins.ts'
import { adminBrowser, makeAdmin, onAccount, reviewer } from '../../support/app/admins.ts'
import { emailsOf } from '../../support/app/clients.ts'
import { withSecondFactor } from '../../support/app/second-factor.ts'
import { type TestApp, type TestAppOptions, testApp } from '../../support/app/test-app.ts'
import { saveMailSettings, smtpSettings, turn } from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

const password = 'nine blue harbour kites'
const address = 'reviewer@example.com'
const boss = { username: 'boss', password: reviewer.password }
const system = { kind: 'system' } as const

/** A colleague with two-step sign-in, signed in, and an administrator who helps. */
async function stage(email: string | null = address, options: TestAppOptions = {}) {
  const app = testApp(options)
  const server = await smtpServer()
  const colleague = await withSecondFactor(app)
  app.deps.db.orm.update(admins).set({ email }).run()
  saveMailSettings(app, smtpSettings(server.port))
  const { id } = await makeAdmin(app)
  const browser = await adminBrowser(app, boss)
  const path = `/admin/team/${id}`
  const help = (action: string, fields = {}) => browser.postForm(path, { action, ...fields })
  const forget = (typed = address) =>
    app.browser().postForm('/admin/forgot-password', { email: typed })
  async function send() {
    resolveEmailRequests(app.deps)
    while ((await turn(app)) === 'sent');
    const texts = server.arrived.map(({ mail }) => mail.text ?? '')
    const tokens = texts.map((text) => /set-password\?token=(\S+)/.exec(text)?.[1])
    return tokens.filter(Boolean).at(-1) ?? ''
  }
  const set = (token: string, chosen = password) =>
    app
      .browser()
      .postForm('/admin/set-password', { token, password: chosen, confirmPassword: chosen })
  const opens = async (token: string) =>
    (await app.browser().get(`/admin/set-password?token=${token}`)).status
  const signIn = async (by: string) =>
    (await app.browser().post('/api/admin/login', { ...reviewer, password: by })).json
  return { app, server, colleague, id, browser, path, help, forget, send, set, opens, signIn }
}

const changesTold = (app: TestApp) =>
  emailsOf(app, 'staff-account-changed').map((email) => (email as { change: string }).change)

describe('a link to set a new password', () => {
  test('sets a password once by an administrator’s link, ends all sessions and keeps two-step sign-in on', async () => {
    const { app, server, colleague, help, send, set, opens, signIn } = await stage()
    expect((await help('password-link')).status).toBe(303)
    const token = await send()
    expect(server.arrived.at(-1)?.mail.to).toMatchObject([{ address }])
    expect(await opens(token)).toBe(200)
    const short = await set(token, 'short')
    expect([short.status, short.text.match(/<label/g)?.length]).toEqual([400, 3])
    expect((await set(token)).headers.get('location')).toBe('/admin?flash=password-set')
    expect([await opens(token), (await set(token)).status]).toEqual([400, 400])
    expect((await colleague.browser.get('/api/admin/me')).status).toBe(401)
    expect(await signIn(reviewer.password)).toMatchObject({ message: 'Invalid credentials' })
    expect(await signIn(password)).toMatchObject({ next: 'code' })
    expect(changesTold(app)).toContain('password')
    for (const action of ['staff password link sent', 'staff password set by link'])
      expect(app.dump().events).toContainEqual(
        expect.objectContaining({ action, subject: 'reviewer' }),
      )
    expect(JSON.stringify(app.dump())).not.toContain(token)
  })

  test('asks for an email address while the account has none, and keeps it', async () => {
    const { app, browser, path, help } = await stage(null)
    expect((await browser.get(`${path}?edit=password-link`)).text).toContain(
      'This account has no address yet',
    )
    expect((await help('password-link', { email: 'nobody' })).status).toBe(400)
    expect((await help('password-link')).status).toBe(400)
    expect((await help('password-link', { email: address })).status).toBe(303)
    expect((await browser.get(path)).text).toContain(`<dd>${address}</dd>`)
    expect(emailsOf(app, 'staff-password-link')).toMatchObject([{ to: { address } }])
  })

  test('asks for a fresh password, and sends no password link for one’s own or a closed account', async () => {
    const { app, browser, path, help, id } = await stage()
    const { id: own } = await makeAdmin(app, boss)
    for (const action of ['password-link', 'second-factor-off']) {
      expect((await browser.postForm(`/admin/team/${own}`, { action })).status).toBe(409)
      app.clock.now += minutes(11)
      expect((await help(action)).status).toBe(403)
      expect((await help(action, { currentPassword: boss.password })).status).toBe(303)
    }
    disableAdmin(app.deps, system, 'reviewer')
    expect((await help('password-link')).status).toBe(409)
    expect((await browser.get(path)).text).not.toContain('Send Password Link')
    expect(emailsOf(app, 'staff-password-link')).toMatchObject([{ account: id }])
  })

  test.each<[string, (app: TestApp) => unknown]>([
    ['a day', (app) => (app.clock.now += hours(24))],
    ['another password', (app) => resetAdmin(app.deps, system, 'reviewer', { password })],
    ['another address', async (app) => ownEmail(app, 'new@example.com')],
    ['the account is closed', (app) => disableAdmin(app.deps, system, 'reviewer')],
  ])('refuses a link to set a new password after %s', async (_, happens) => {
    const { app, help, send, opens } = await stage()
    await help('password-link')
    const token = await send()
    expect(await opens(token)).toBe(200)
    await happens(app)
    expect(await opens(token)).toBe(400)
  })
})

const ownEmail = async (app: TestApp, email: string) =>
  onAccount(await adminBrowser(app), 'email', { email })

describe('a forgotten password of the back office', () => {
  test('sends a link to every open account of the address, and answers everybody the same', async () => {
    const { app, forget, send, set, signIn } = await stage()
    await makeAdmin(app, { ...boss, username: 'former' })
    app.deps.db.orm.update(admins).set({ email: address }).where(eq(admins.username, 'boss')).run()
    disableAdmin(app.deps, system, 'former')
    const answers = [await forget(' Reviewer@Example.com '), await forget('x@y.example')]
    const [known, unknown] = answers.map(({ status, text }) => [
      status,
      text.replace(/[\w.@-]+@[\w.-]+/gi, ''),
    ])
    expect(known).toEqual(unknown)
    const waiting = app.dump().jobs as { kind: string; state: string }[]
    expect(waiting.filter(({ kind }) => kind === 'staff-link-request')).toHaveLength(2)
    const token = await send()
    const sent = emailsOf(app, 'staff-password-link')
    expect(sent).toMatchObject([{ username: 'reviewer' }, { username: 'boss' }])
    expect(JSON.stringify(app.dump())).not.toContain('x@y.example')
    await set(token)
    expect(await signIn(reviewer.password)).toMatchObject({ next: 'code' })
  })

  test('sends at most three emails a day about a forgotten staff password', async () => {
    const { app, forget } = await stage(address, { limitFactor: 1 })
    for (let time = 0; time < 5; time++) expect((await forget()).status).toBe(200)
    resolveEmailRequests(app.deps)
    expect(emailsOf(app, 'staff-password-link')).toHaveLength(3)
  })
})

test('lets an administrator turn off a colleague’s two-step sign-in, which ends the colleague’s sessions', async () => {
  const { app, colleague, browser, path, help, signIn } = await stage()
  expect((await browser.get(path)).text).toContain('Turn Off Two-step Sign-in')
  expect((await help('second-factor-off')).status).toBe(303)
  expect((await colleague.browser.get('/api/admin/me')).status).toBe(401)
  expect(await signIn(reviewer.password)).not.toMatchObject({ next: 'code' })
  expect(app.dump().events).toContainEqual(
    expect.objectContaining({ action: 'two-step sign-in turned off', subject: 'reviewer' }),
  )
  expect(changesTold(app)).toEqual(['second-factor-off'])
  expect((await browser.get(path)).text).not.toContain('Turn Off Two-step Sign-in')
})

test('asks for a fresh password before an administrator’s address changes, and emails the old address', async () => {
  const { app, colleague } = await stage()
  app.clock.now += minutes(11)
  const save = (fields: Record<string, string>) => onAccount(colleague.browser, 'email', fields)
  expect((await save({ email: 'new@example.com' })).status).toBe(403)
  const proved = { email: 'new@example.com', currentPassword: reviewer.password }
  expect((await save(proved)).status).toBe(303)
  expect(emailsOf(app, 'staff-account-changed')).toMatchObject([
    { to: { address }, change: 'email' },
  ])
  expect((await colleague.browser.get('/admin/account?edit=email')).text).toContain(
    'value="new@example.com"',
  )
})
