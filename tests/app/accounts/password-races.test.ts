import { describe, expect, test, vi } from 'vitest'
import { signInMoves } from '#db/schema/clients.ts'
import { minutes } from '#src/domain/calendar.ts'
import { createMoveToken } from '#src/domain/clients/client-links.ts'
import { confirmMove } from '#src/domain/portal/move-sign-in.ts'
import { changeRole, disableAdmin, resetAdmin } from '#src/domain/staff/admins.ts'
import { adminBrowser, makeAdmin, onAccount, reviewer } from '../../support/app/admins.ts'
import { askToMove, email, password, passwordToken, signedIn } from '../../support/app/clients.ts'
import { withSecondFactor } from '../../support/app/second-factor.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { smtpSettings } from '../../support/mail/mail-settings.ts'
import { savedSettings } from '../../support/mail/saved-settings.ts'

const checks = await vi.hoisted(async () => {
  const { heldCheck } = await import('../../support/held-check.ts')
  return { password: heldCheck(), code: heldCheck() }
})
vi.mock('#src/security/passwords.ts', async (original) => {
  const real = await original<typeof import('#src/security/passwords.ts')>()
  return {
    ...real,
    createPasswords(...given: Parameters<typeof real.createPasswords>) {
      const passwords = real.createPasswords(...given)
      return { ...passwords, matches: checks.password.late(passwords.matches) }
    },
  }
})
vi.mock('#src/security/totp.ts', async (original) => {
  const real = await original<typeof import('#src/security/totp.ts')>()
  return { ...real, totpStep: checks.code.late(real.totpStep) }
})

const system = { kind: 'system' } as const
const newPassword = 'seven green lamps'
const reset = (app: TestApp) =>
  resetAdmin(app.deps, system, reviewer.username, { password: newPassword })

describe('a password that was right when it was checked', () => {
  test('opens no customer session when the password changes while it is checked', async () => {
    const app = testApp()
    const { id } = await signedIn(app)
    const body = { token: passwordToken(app, id), password: 'another long one' }
    const thief = app.browser()
    const answer = await changedDuring(
      'password',
      () => thief.post('/api/client/login', { email, password }),
      () => app.browser().post('/api/client/set-password', body),
    )
    expect(answer.status).toBe(401)
    expect(app.dump().client_sessions).toEqual([])
  })

  test.each([
    ['reset', reset],
    ['closed', async (app: TestApp) => disableAdmin(app.deps, system, reviewer.username)],
  ])('opens no admin session once the account was %s during the check', async (_, change) => {
    const app = testApp()
    await makeAdmin(app)
    await makeAdmin(app, { ...reviewer, username: 'head' })
    const answer = await changedDuring(
      'password',
      () => app.browser().post('/api/admin/login', reviewer),
      () => change(app),
    )
    expect(answer.status).toBe(401)
    expect(app.dump().admin_sessions).toEqual([])
  })

  test('saves no settings and makes no API key when the role changes during the password check', async () => {
    const { app, browser } = await savedSettings()
    await makeAdmin(app, { ...reviewer, username: 'head' })
    const currentPassword = reviewer.password
    const settings = smtpSettings(2525, { fromEmail: 'other@example.com', currentPassword })
    const key = { action: 'create-key', name: 'ERP', currentPassword }
    const before = app.dump()
    for (const request of [
      () => browser.post('/api/email-settings', settings),
      () => browser.postForm('/admin/integrations', key),
    ]) {
      changeRole(app.deps, system, reviewer.username, 'administrator')
      app.clock.now += minutes(10)
      const become = async () => changeRole(app.deps, system, reviewer.username, 'reviewer')
      expect((await changedDuring('password', request, become)).status).toBe(403)
    }
    const { email_settings, api_keys } = app.dump()
    expect({ email_settings, api_keys }).toEqual({
      email_settings: before.email_settings,
      api_keys: [],
    })
  })

  test.each([
    [
      'another password was set',
      (app: TestApp, id: string) =>
        app.browser().post('/api/client/set-password', {
          token: passwordToken(app, id),
          password: 'another long one',
        }),
    ],
    [
      'the sign-in was moved by an earlier link',
      (app: TestApp) => {
        const [{ client = 0, email = '' } = {}] = app.deps.db.orm.select().from(signInMoves).all()
        confirmMove(app.deps, createMoveToken(app.deps, client, email) ?? '', '192.0.2.1')
      },
    ],
  ])('sends no link to another sign-in address once %s', async (_, change) => {
    const app = testApp()
    const { id, browser } = await signedIn(app)
    await askToMove(browser, { email: 'earlier@example.com', password })
    const wanted = { email: 'wanted@example.com', password }
    const answer = await changedDuring(
      'password',
      () => askToMove(browser, wanted),
      () => change(app, id),
    )
    expect(answer.status).toBe(401)
    expect(app.dump().sign_in_moves).toEqual([])
    expect(JSON.stringify(app.dump().jobs)).not.toContain(wanted.email)
  })

  test('rejects a password on My account when the account is reset during the check', async () => {
    const app = testApp()
    const browser = await adminBrowser(app)
    app.clock.now += minutes(11)
    const { password: currentPassword } = reviewer
    const fields = { currentPassword, newPassword: 'nine brass kettles' }
    const answer = await changedDuring(
      'password',
      () => onAccount(browser, 'password', fields),
      () => reset(app),
    )
    expect(answer.status).toBe(401)
    const signIn = { ...reviewer, password: newPassword }
    expect((await app.browser().post('/api/admin/login', signIn)).status).toBe(200)
  })
})

describe('a code that was right when it was checked', () => {
  test('opens no session when the account is reset while its code is checked', async () => {
    const app = testApp()
    const { codeAt } = await withSecondFactor(app)
    app.clock.now += 60_000
    const thief = app.browser()
    await thief.post('/api/admin/login', reviewer)
    const code = await codeAt(app.clock.now)
    const answer = await changedDuring(
      'code',
      () => thief.post('/api/admin/challenge', { code }),
      () => reset(app),
    )
    expect(answer.status).toBe(401)
    expect(app.dump().admin_sessions).toEqual([])
  })
})

/** Lets something change between the answer of a check and what the request does with it. */
async function changedDuring<T>(
  check: keyof typeof checks,
  request: () => Promise<T>,
  change: () => unknown,
): Promise<T> {
  const { reached, release } = checks[check].hold()
  const answer = request()
  await reached
  await change()
  release()
  return answer
}
