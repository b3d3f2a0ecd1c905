import { describe, expect, test } from 'vitest'
import { transact } from '#db/transaction.ts'
import { endAllAccess, signOutEverybody } from '#src/domain/maintenance/revoked-sessions.ts'
import { createAdminPasswordToken } from '#src/domain/staff/admin-links.ts'
import { resetAdmin, updateAdmin } from '#src/domain/staff/admins.ts'
import { createInvitationToken, listInvitations } from '#src/domain/staff/invitations.ts'
import { makeAdmin, onAccount } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { withSecondFactor } from '../../support/app/second-factor.ts'
import {
  addressAt,
  appWithProvider,
  connected,
  leadsTo,
  throughProvider,
} from '../../support/openid.ts'

type Made = Awaited<ReturnType<typeof appWithProvider>>

const dashboard = '/admin/dashboard'
const operator = { kind: 'system' } as const
const password = 'brass kettle on 4 hobs'

const signsIn = async ({ app, standIn }: Made, name: string) => {
  standIn.wrongs.subject = `${name}-at-the-provider`
  const browser = app.browser()
  return { browser, led: await throughProvider(standIn, browser) }
}

const passwordOf = (made: Made, username: string, given = password) =>
  made.app.browser().post('/api/admin/login', { username, password: given })

const onTeam = (browser: Browser, id: number, action: string) =>
  browser.postForm(`/admin/team/${id}`, { action, account: String(id) })

async function invited({ app, head }: Made, username: string) {
  const email = `${username}@example.com`
  await head.postForm('/admin/team', { action: 'invite', username, email, role: 'viewer' })
  const { id = 0 } = listInvitations(app.deps).find((one) => one.username === username) ?? {}
  return { token: createInvitationToken(app.deps, id) ?? '' }
}

function linkFor({ app: { deps } }: Made, id: number): string {
  updateAdmin(deps, id, { email: 'somebody@example.com' })
  return createAdminPasswordToken(deps, id, 'somebody@example.com') ?? ''
}

const me = (browser: Browser) => browser.get('/api/admin/me')

const events = ({ app }: Made) =>
  (app.dump().events as { action: string; subject: string | null }[]).map(
    ({ action, subject }) => `${action}: ${subject}`,
  )

test.each(['cross-site', 'none'])(
  'a link that is followed %s only shows the invitation',
  async (site) => {
    const made = await appWithProvider()
    const { token } = await invited(made, 'bo')
    const { status, headers } = await made.app.request(`/api/admin/sign-in?invitation=${token}`, {
      headers: { 'sec-fetch-site': site },
    })
    expect([status, headers.get('location')]).toEqual([303, `/admin/invitation?token=${token}`])
  },
)

describe('an account is connected', () => {
  test('by its invitation, to the person and not to an address, and has no password', async () => {
    const made = await appWithProvider()
    const { token } = await invited(made, 'bo')
    made.standIn.wrongs.subject = 'bo-at-the-provider'
    const browser = made.app.browser()
    const begin = `/api/admin/sign-in?invitation=${token}`
    expect(await throughProvider(made.standIn, browser, begin)).toBe('/admin/account')
    expect((await me(browser)).json).toMatchObject({ username: 'bo', role: 'viewer' })
    expect(await leadsTo(made.app.browser(), begin)).toBe(`/admin/invitation?token=${token}`)
    expect((await passwordOf(made, 'bo', '')).status).toBe(400)
    expect((await passwordOf(made, 'bo')).status).toBe(401)
    // the same address, another person
    made.standIn.wrongs.claims = { preferred_username: 'bo-at-the-provider@example.com' }
    expect((await signsIn(made, 'somebody else')).led).toBe('/admin?provider=nobody')
    expect((await signsIn(made, 'bo')).led).toBe(dashboard)
    expect(events(made)).toEqual(expect.arrayContaining(['provider connected: bo']))
  })

  test('once, and a person to one account', async () => {
    const made = await appWithProvider()
    const { browser } = await connected(made, 'ann')
    const again = await throughProvider(made.standIn, browser, '/api/admin/sign-in?for=connect')
    expect(again).toBe('/admin/account?provider=connected')
    const connect = '/api/admin/sign-in?for=connect'
    expect(await throughProvider(made.standIn, made.head, connect)).toBe(
      '/admin/account?provider=taken',
    )
    const { token } = await invited(made, 'bo')
    const invitation = `/api/admin/sign-in?invitation=${token}`
    expect(await throughProvider(made.standIn, made.app.browser(), invitation)).toBe(
      '/admin?provider=taken',
    )
  })

  test('only after a fresh password', async () => {
    const made = await appWithProvider()
    made.app.clock.now += 11 * 60_000
    expect(await leadsTo(made.head, '/api/admin/sign-in?for=connect')).toBe(
      '/admin/account?provider=password-first',
    )
    const form = { currentPassword: password }
    expect((await onAccount(made.head, 'connect', form)).text).toContain('sign-in?for=connect')
  })
})

describe('an administrator', () => {
  test('disconnects an account, whose sessions by the provider end', async () => {
    const made = await appWithProvider()
    const { account, browser: byPassword } = await connected(made, 'ann')
    const { browser } = await signsIn(made, 'ann')
    expect((await onTeam(made.head, account.id, 'disconnect')).status).toBe(303)
    expect((await me(browser)).status).toBe(401)
    expect((await me(byPassword)).status).toBe(200)
    expect((await signsIn(made, 'ann')).led).toBe('/admin?provider=nobody')
    expect((await passwordOf(made, 'ann')).status).toBe(200)
    expect(events(made)).toContain('provider disconnected: ann')
  })

  test('closes an account, and the provider does not open it', async () => {
    const made = await appWithProvider()
    const { account } = await connected(made, 'ann')
    const { browser } = await signsIn(made, 'ann')
    await onTeam(made.head, account.id, 'close')
    expect((await me(browser)).status).toBe(401)
    expect((await signsIn(made, 'ann')).led).toBe('/admin?provider=closed')
  })
})

describe('a second factor of ours', () => {
  const withCodes = async (countsAsTwoFactors: boolean) => {
    const made = await appWithProvider({ countsAsTwoFactors })
    const { browser, codeAt } = await withSecondFactor(made.app)
    made.standIn.wrongs.subject = 'reviewer-at-the-provider'
    await throughProvider(made.standIn, browser, '/api/admin/sign-in?for=connect')
    return { made, codeAt, browser }
  }

  test('is asked for after the provider', async () => {
    const { made, codeAt } = await withCodes(false)
    const { browser, led } = await signsIn(made, 'reviewer')
    expect(led).toBe(dashboard)
    expect((await me(browser)).status).toBe(401)
    expect((await browser.get('/admin')).text).toContain('authenticator app')
    made.app.clock.now += 60_000
    const code = await codeAt(made.app.clock.now)
    expect((await browser.post('/api/admin/challenge', { code })).status).toBe(200)
    expect((await me(browser)).status).toBe(200)
    // the provider did not say when the person last signed in there
    expect((await onTeam(browser, 1, 'sessions')).status).toBe(403)
  })

  test('is not asked for when the provider counts as two', async () => {
    const { made } = await withCodes(true)
    expect((await me((await signsIn(made, 'reviewer')).browser)).status).toBe(200)
  })

  test('that is required is given by a provider that counts as two, until it counts no more', async () => {
    const { made, browser: owner } = await withCodes(true)
    await connected(made, 'ann', 'administrator')
    await owner.postForm('/admin/team', { action: 'require' })
    const { browser } = await signsIn(made, 'ann')
    expect((await browser.get(dashboard)).status).toBe(200)
    expect((await passwordOf(made, 'ann')).status).toBe(200)
    made.save({ countsAsTwoFactors: false }, owner)
    expect((await me(browser)).status).toBe(401)
    const { browser: again } = await signsIn(made, 'ann')
    expect((await again.get(dashboard)).headers.get('location')).toBe('/admin/account')
  })
})

describe('a fresh password', () => {
  test('is not an old sign-in at the provider, but one that it has just asked for', async () => {
    const made = await appWithProvider()
    const { account } = await connected(made, 'ann', 'administrator')
    const { browser } = await signsIn(made, 'ann')
    expect((await onTeam(browser, account.id, 'sessions')).status).toBe(403)
    const confirm = '/api/admin/sign-in?for=confirm'
    expect((await addressAt(browser, confirm)).searchParams.get('max_age')).toBe('0')
    expect(await throughProvider(made.standIn, browser, confirm)).toBe(
      '/admin/account?done=confirmed',
    )
    expect((await onTeam(browser, account.id, 'sessions')).status).toBe(303)
  })

  test('may be a confirmation by the provider, which a form without scripts offers beside it', async () => {
    const made = await appWithProvider()
    await connected(made, 'ann', 'administrator')
    const { browser } = await signsIn(made, 'ann')
    const wording = { subject: 'Hello', before: 'Your own words.', after: '' }
    const path = '/admin/company/emails/receipt'
    const form = { action: 'save', version: '0', ...wording }
    const { status, text } = await browser.postForm(path, form)
    expect([status, text]).toEqual([403, expect.stringContaining('Your own words.')])
    expect(text).toContain('href="/api/admin/sign-in?for=confirm"')
    await throughProvider(made.standIn, browser, '/api/admin/sign-in?for=confirm')
    expect((await browser.postForm(path, form)).status).toBe(303)
  })

  test.each([
    ['an old sign-in there', { auth_time: 1_700_000_000 }, 'not-fresh'],
    ['no word on it', { auth_time: undefined as never }, 'not-fresh'],
    ['somebody else', { sub: 'somebody-else' }, 'other-person'],
  ])('is not %s', async (_, claims, fault) => {
    const made = await appWithProvider()
    const { account } = await connected(made, 'ann', 'administrator')
    const { browser } = await signsIn(made, 'ann')
    made.standIn.wrongs.claims = claims
    const led = await throughProvider(made.standIn, browser, '/api/admin/sign-in?for=confirm')
    expect(led).toBe(`/admin/account?provider=${fault}`)
    expect((await onTeam(browser, account.id, 'sessions')).status).toBe(403)
  })

  test('counts in the session that asked for it', async () => {
    const made = await appWithProvider()
    const { browser } = await connected(made, 'ann', 'administrator')
    const back = made.standIn.answerTo(await addressAt(browser, '/api/admin/sign-in?for=confirm'))
    browser.cookies.set('admin', made.head.cookies.get('admin') ?? '')
    expect(await leadsTo(browser, `${back.pathname}${back.search}`)).toBe(
      '/admin/account?provider=expired',
    )
  })
})

describe('where everybody must use the provider', () => {
  test('passwords open emergency accounts only, and sessions by others end', async () => {
    const made = await appWithProvider()
    const { browser: byPassword, account } = await connected(made, 'ann')
    const { browser } = await signsIn(made, 'ann')
    made.save({ isRequired: true })
    expect((await me(byPassword)).status).toBe(401)
    expect((await me(browser)).status).toBe(200)
    expect((await passwordOf(made, 'ann')).json).toEqual({ message: 'Invalid credentials' })
    expect((await passwordOf(made, 'head')).status).toBe(200)
    await onTeam(made.head, account.id, 'give-emergency')
    expect((await passwordOf(made, 'ann')).status).toBe(200)
  })

  test('an invitation and a link lead to the provider, and a mailbox is no way around it', async () => {
    const made = await appWithProvider()
    const { account } = await connected(made, 'ann')
    const bo = await makeAdmin(made.app, { username: 'bo', password, role: 'viewer' })
    made.save({ isRequired: true })
    const chosen = { password: 'a gate by 7 rivers', confirmPassword: 'a gate by 7 rivers' }
    const fullName = 'Cy Example'
    const { token } = await invited(made, 'cy')
    const stranger = made.app.browser()
    const accepted = await stranger.postForm('/admin/invitation', { token, fullName, ...chosen })
    expect([accepted.status, accepted.text]).toEqual([
      409,
      expect.stringContaining('Use the button below'),
    ])
    const link = linkFor(made, bo.id)
    const set = await stranger.postForm('/admin/set-password', { token: link, fullName, ...chosen })
    expect([set.status, set.text]).toEqual([
      400,
      expect.stringContaining('no longer sign in with a password here'),
    ])
    expect((await onTeam(made.head, bo.id, 'password-link')).status).toBe(409)
    expect((await onTeam(made.head, account.id, 'password-link')).status).toBe(409)
  })

  test('somebody with a password can always sign in', async () => {
    const made = await appWithProvider()
    const { account } = await connected(made, 'ann', 'administrator')
    made.save({ isRequired: true })
    await onTeam(made.head, account.id, 'take-emergency')
    const head = 1
    expect((await onTeam(made.head, head, 'take-emergency')).status).toBe(409)
    expect((await onTeam(made.head, head, 'close')).status).toBe(409)
    await resetAdmin(made.app.deps, operator, 'ann', { password: 'a gate by 7 rivers' })
    expect((await passwordOf(made, 'ann', 'a gate by 7 rivers')).status).toBe(200)
  })
})

describe('the provider', () => {
  test('is another one: nobody of the one before is found', async () => {
    const made = await appWithProvider()
    await connected(made, 'ann')
    const { browser } = await signsIn(made, 'ann')
    const other = await appWithProvider()
    made.save({ issuer: other.standIn.issuer, clientSecret: 'canary-client-secret' })
    expect((await me(browser)).status).toBe(401)
    other.standIn.wrongs.subject = 'ann-at-the-provider'
    other.app.clock.now = made.app.clock.now
    expect(await throughProvider(other.standIn, made.app.browser())).toBe('/admin?provider=nobody')
  })

  test('of Microsoft: the tenant and the object ID are the person', async () => {
    const tenant = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'
    const made = await appWithProvider({}, `/${tenant}/v2.0`, (issuer) => ({
      MICROSOFT_LOGIN_URL: new URL(issuer).origin,
    }))
    const { standIn } = made
    const claims = { tid: tenant, oid: 'the-object-of-ann' }
    standIn.wrongs.claims = claims
    await connected(made, 'ann')
    expect((await signsIn(made, 'ann with another subject')).led).toBe(dashboard)
    standIn.wrongs.claims = { ...claims, oid: 'another-object' }
    expect((await signsIn(made, 'ann')).led).toBe('/admin?provider=nobody')
    standIn.wrongs.claims = { ...claims, tid: 'ffffffff-bbbb-4ccc-8ddd-eeeeeeeeeeee' }
    expect((await signsIn(made, 'ann')).led).toBe('/admin?provider=other-tenant')
    standIn.wrongs.claims = { tid: tenant }
    expect((await signsIn(made, 'ann')).led).toBe('/admin?provider=untrusted')
  })

  test('is not asked by a copy that sends nothing, or seen from other networks', async () => {
    const quiet = await appWithProvider({}, '', () => ({ SEND_NOTHING: 'true' }))
    expect(await leadsTo(quiet.app.browser(), '/api/admin/sign-in')).toBe(
      '/admin?provider=unusable',
    )
    expect(quiet.standIn.asked).toEqual([])
    const far = await appWithProvider({}, '', () => ({ ADMIN_NETWORKS: '10.0.0.0/8' }))
    const browser = far.app.browser('192.0.2.1')
    for (const path of ['/api/admin/sign-in', '/api/admin/sign-in/callback', '/admin/sign-in'])
      expect((await browser.get(path)).status).toBe(404)
  })
})

test('a restore, and the end of all sessions, end those of the provider too', async () => {
  const made = await appWithProvider()
  await connected(made, 'ann')
  const first = await signsIn(made, 'ann')
  signOutEverybody(made.app.deps)
  expect((await me(first.browser)).status).toBe(401)
  const browser = made.app.browser()
  const back = made.standIn.answerTo(await addressAt(browser, '/api/admin/sign-in'))
  transact(made.app.deps, endAllAccess)
  expect(await leadsTo(browser, `${back.pathname}${back.search}`)).toBe('/admin?provider=expired')
})
