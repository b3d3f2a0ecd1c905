import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import { minutes } from '#src/domain/calendar.ts'
import { findAdmin } from '#src/domain/staff/admins.ts'
import { onAccount, reviewer } from '../../support/app/admins.ts'
import { emailsOf } from '../../support/app/clients.ts'
import { codesIn, withSecondFactor } from '../../support/app/second-factor.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const path = '/admin/account'

/** An administrator with a second factor, which is required for everybody. */
async function stage() {
  const app = testApp()
  const { browser, codeAt, recoveryCodes } = await withSecondFactor(app)
  await browser.postForm('/admin/team', { action: 'require' })
  app.clock.now += minutes(1)
  const made = () => String(findAdmin(app.deps, 1).recoveryCodesAt)
  const renew = (code: string, more = {}) =>
    onAccount(browser, 'renew', { code, made: made(), ...more })
  const signIn = async (code: string) => {
    const other = app.browser()
    await other.post('/api/admin/login', reviewer)
    return (await other.post('/api/admin/challenge', { code })).status
  }
  const codeNow = () => codeAt(app.clock.now)
  return { app, browser, recoveryCodes, made, renew, signIn, codeNow }
}

const actionsOf = (app: TestApp) =>
  app.dump().events?.map((event) => (event as { action: string }).action)

describe('recovery codes', () => {
  test('renews recovery codes by a code of the app while a second factor is required, and voids the old ones', async () => {
    const { app, browser, recoveryCodes, renew, signIn, codeNow } = await stage()
    expect((await browser.get(path)).text).toContain('Recovery codes left: 10')
    const { status, text } = await renew(await codeNow())
    const codes = codesIn(text)
    expect([status, codes.length, new Set([...codes, ...recoveryCodes]).size]).toEqual([
      200, 10, 20,
    ])
    expect((await browser.get(path)).text).not.toContain(codes[0])
    expect(await signIn(recoveryCodes[0] ?? '')).toBe(400)
    expect(await signIn(codes[0] ?? '')).toBe(200)
    expect(actionsOf(app)).toContain('recovery codes renewed')
  })

  test('makes recovery codes once for a second click or a reload, and says when they were made', async () => {
    const { app, browser, made, renew, signIn, codeNow } = await stage()
    const shown = /name="made" value="(\d+)"/.exec(
      (await browser.get('/admin/account?edit=renew')).text,
    )?.[1]
    expect(shown).toBe(made())
    const form = [await codeNow(), { made: shown }] as const
    const [code = ''] = codesIn((await renew(...form)).text)
    const again = await renew(...form)
    expect([again.status, codesIn(again.text)]).toEqual([409, []])
    expect(again.text).toContain(
      'made on 20 November 2026 at 10:01 GMT, after this page was opened',
    )
    expect(actionsOf(app)).not.toContain('wrong code of two-step sign-in')
    expect(await signIn(code)).toBe(200)
  })

  test('keeps the recovery codes when the code is wrong or used, and counts the failure', async () => {
    const { app, recoveryCodes, renew, signIn, codeNow } = await stage()
    const refused = await renew('000000')
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('renew-code-error'),
    ])
    const code = await codeNow()
    const statuses = (await Promise.all([renew(code), renew(code)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    expect((await renew(recoveryCodes[0] ?? '')).status).toBe(400)
    expect(actionsOf(app)).toContain('wrong code of two-step sign-in')
    expect(await signIn(recoveryCodes[1] ?? '')).toBe(400)
  })
})

test('emails the owner about each change of the second factor if an address is known', async () => {
  const { app, browser, renew, codeNow } = await stage()
  await renew(await codeNow())
  expect(emailsOf(app, 'staff-account-changed')).toEqual([])
  const email = 'reviewer@example.com'
  app.deps.db.orm.update(admins).set({ email }).where(eq(admins.username, 'reviewer')).run()
  app.clock.now += minutes(1)
  await renew(await codeNow())
  const passwords = { currentPassword: reviewer.password, newPassword: 'nine blue harbour kites' }
  expect((await onAccount(browser, 'password', passwords)).status).toBe(303)
  expect(emailsOf(app, 'staff-account-changed')).toMatchObject([
    { to: { address: email }, username: 'reviewer', change: 'recovery-codes' },
    { change: 'password' },
  ])
})
