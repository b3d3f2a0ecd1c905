import { describe, expect, test } from 'vitest'
import { transact } from '#db/transaction.ts'
import { hours, minutes } from '#src/domain/calendar.ts'
import { endAllAccess } from '#src/domain/maintenance/revoked-sessions.ts'
import { weakPasswords } from '#src/domain/sign-in/passwords.ts'
import { adminBrowser, makeAdmin, reviewer } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { testApp } from '../../support/app/test-app.ts'
import {
  email,
  emails,
  saveMailSettings,
  smtpSettings,
  turn,
} from '../../support/mail/mail-settings.ts'
import { closedPort, smtpServer } from '../../support/mail/smtp-server.ts'

const password = 'seven green lamps'
const rita = { username: 'rita', email: 'rita@example.com', role: 'reviewer' }

/** An administrator, a mail server that takes everything, and what can be done with invitations. */
async function stage() {
  const app = testApp()
  const server = await smtpServer()
  const browser = await adminBrowser(app)
  saveMailSettings(app, smtpSettings(server.port))
  const act = (action: string, fields = {}, by: Browser = browser) =>
    by.postForm('/admin/team', { action, ...fields })
  const invite = (fields = {}) => act('invite', { ...rita, ...fields })
  const again = (id = '1') => act('invite-again', { invitation: id })
  const withdraw = (id = '1') => act('withdraw', { invitation: id })
  /** Sends what waits; returns the secret of the newest link. */
  async function send() {
    while ((await turn(app)) === 'sent');
    const text = server.arrived.at(-1)?.mail.text ?? ''
    return /\/admin\/invitation\?token=(\S+)/.exec(text)?.[1] ?? ''
  }
  const visitor = app.browser()
  const accept = (token: string, fields = {}, by: Browser = visitor) =>
    by.postForm('/admin/invitation', {
      ...{ token, fullName: 'Rita Reviewer', password, confirmPassword: password },
      ...fields,
    })
  const page = async () => {
    const { text } = await browser.get('/admin/team')
    return text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  }
  return { app, server, browser, act, invite, again, withdraw, send, visitor, accept, page }
}

const opens = async (browser: Browser, token: string) =>
  (await browser.get(`/admin/invitation?token=${token}`)).status

describe('an invitation', () => {
  test('emails an invitation whose link creates the account, signed in, with its role and address', async () => {
    const { app, server, invite, send, visitor, accept, page } = await stage()
    const invited = await invite()
    expect([invited.status, invited.headers.get('location')]).toEqual([
      303,
      '/admin/team?done=invited',
    ])
    expect(await page()).toContain('rita Role Reviewer Email rita@example.com Invited by reviewer')
    expect(await page()).toContain('The email has not been sent yet')
    const token = await send()
    expect(server.arrived.at(-1)).toMatchObject({ mail: { to: [{ address: 'rita@example.com' }] } })
    expect(await page()).toContain('Sent. The link works until 21 November 2026 at 10:00')
    expect(JSON.stringify(app.dump())).not.toContain(token)
    expect((await visitor.get(`/admin/invitation?token=${token}`)).text).toContain(
      'reviewer has invited you to the back office of',
    )
    expect((await accept(token)).status).toBe(303)
    expect((await visitor.get('/api/admin/me')).json).toMatchObject({ username: 'rita' })
    expect((await visitor.get('/admin/team')).status).toBe(403)
    expect(app.dump().admins).toContainEqual(
      expect.objectContaining({ username: 'rita', role: 'reviewer', email: 'rita@example.com' }),
    )
    expect(app.dump().admin_invitations).toEqual([])
    for (const action of ['invitation sent', 'staff account created', 'invitation accepted'])
      expect(app.dump().events).toContainEqual(expect.objectContaining({ action, subject: 'rita' }))
  })

  test('accepts an invitation once, even for a double click', async () => {
    const { app, invite, send, accept } = await stage()
    await invite()
    const token = await send()
    const both = await Promise.all([accept(token), accept(token, {}, app.browser())])
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 400])
    expect((await accept(token)).text).toContain('has been used or withdrawn')
  })

  test.each([
    [{ password: 'short', confirmPassword: 'short' }, weakPasswords.short],
    [{ password: 'rita rita rita', confirmPassword: 'rita rita rita' }, weakPasswords.name],
    [{ confirmPassword: 'another' }, 'Passwords don&#x27;t match'],
  ])('keeps an invitation valid after a refused password: %o', async (fields, message) => {
    const { invite, send, accept } = await stage()
    await invite()
    const token = await send()
    const refused = await accept(token, fields)
    expect([refused.status, refused.text.includes(message)]).toEqual([400, true])
    expect((await accept(token)).status).toBe(303)
  })
})

describe('the link of an invitation is void', () => {
  test('voids an invitation 24 hours after its email was sent, however long that waited', async () => {
    const { app, invite, send, visitor, accept } = await stage()
    await invite()
    app.clock.now += hours(40)
    const token = await send()
    app.clock.now += hours(24) - 1
    expect(await opens(visitor, token)).toBe(200)
    app.clock.now += 1
    expect([await opens(visitor, token), (await accept(token)).status]).toEqual([400, 400])
  })

  test('voids a withdrawn invitation and does not send an email that waits', async () => {
    const { app, invite, withdraw, send, visitor } = await stage()
    await invite()
    const token = await send()
    await withdraw()
    expect(await opens(visitor, token)).toBe(400)
    await invite()
    await withdraw('2')
    expect(await send()).toBe(token)
    expect(email(app, 2).state).toBe('discarded')
    expect((await withdraw('2')).status).toBe(404)
  })

  test('voids invitations after a restore, which may bring back a withdrawn one', async () => {
    const { app, invite, send, visitor } = await stage()
    await invite()
    const token = await send()
    transact(app.deps, endAllAccess)
    expect(await opens(visitor, token)).toBe(400)
  })

  test('voids an invitation’s old link when it is sent again with a new one', async () => {
    const { app, invite, again, send, visitor } = await stage()
    await invite()
    await again()
    expect(emails(app).map(({ state }) => state)).toEqual(['discarded', 'waiting'])
    const first = await send()
    await again()
    const second = await send()
    expect([await opens(visitor, first), await opens(visitor, second)]).toEqual([400, 200])
  })

  test.each(['close', 'role'])(
    'voids an invitation once its sender may not invite any more: %s',
    async (action) => {
      const { app, invite, act, again, send, visitor, accept } = await stage()
      await invite()
      const other = await adminBrowser(app, { ...reviewer, username: 'other' })
      const token = await send()
      const { id } = await makeAdmin(app)
      await other.postForm(`/admin/team/${id}`, { action, role: 'reviewer' })
      expect([await opens(visitor, token), (await accept(token)).status]).toEqual([400, 400])
      const page = await other.get('/admin/team')
      expect(page.text).toContain('Void, because reviewer may not invite any more')
      await again()
      expect(emails(app)).toHaveLength(1)
      await act('invite-again', { invitation: '1' }, other)
      expect(await opens(visitor, await send())).toBe(200)
    },
  )
})

describe('on the page', () => {
  test('says on the page why an invitation’s email was not sent, and that it will be tried again', async () => {
    const { app, invite, page } = await stage()
    saveMailSettings(app, smtpSettings(await closedPort(), { version: 1 }))
    await invite()
    await turn(app)
    expect(await page()).toMatch(/The email could not be sent: .+\. It will be tried again/)
  })

  test.each([
    [{ username: '<i>' }, 400, 'A user name has 1 to 64'],
    [{ username: 'www.example' }, 400, 'A user name cannot be a web address'],
    [{ username: 'amy.example.co.uk' }, 400, 'A user name cannot be a web address'],
    [{ username: 'Reviewer' }, 409, 'There is already an account'],
    [{ email: 'nobody' }, 400, 'Please enter a valid email address'],
    [{ role: 'owner' }, 400, 'Choose a role'],
  ])('refuses an invitation at its field: %o', async (fields, status, message) => {
    const { app, invite } = await stage()
    const refused = await invite(fields)
    expect([refused.status, refused.text.includes(message)]).toEqual([status, true])
    expect(refused.text).toContain('rita')
    expect([app.dump().admin_invitations, emails(app)]).toEqual([[], []])
  })

  test('asks for a password that is older than ten minutes, and keeps what was typed', async () => {
    const { app, invite, again, withdraw } = await stage()
    app.clock.now += minutes(10)
    const refused = await invite()
    expect([refused.status, refused.text.includes('rita@example.com')]).toEqual([403, true])
    expect((await again()).status).toBe(403)
    expect((await withdraw()).status).toBe(403)
    expect((await invite({ currentPassword: reviewer.password })).status).toBe(303)
  })
})
