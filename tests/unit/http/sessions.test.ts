import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import type { Deps } from '#src/deps.ts'
import { endAdminSessions, openAdminSession } from '#src/domain/accounts/admin-sessions.ts'
import { endClientSessions, startClientSession } from '#src/domain/accounts/client-sessions.ts'
import { refusals } from '#src/domain/refusal.ts'
import type { Role } from '#src/forms/admin/roles.ts'
import type { Ctx, HonoEnv } from '#src/http/context.ts'
import { errorResponse } from '#src/http/errors.ts'
import {
  adminOf,
  checkFailed,
  leaveAdmin,
  pendingAdminOf,
  requireAdmin,
  requirePendingAdmin,
} from '#src/http/sessions/admin-session.ts'
import { clientOf, leaveClient, requireClient } from '#src/http/sessions/client-session.ts'
import { applicantOf, renewDraftCookie } from '#src/http/sessions/draft-cookie.ts'
import { hashToken } from '#src/security/tokens.ts'
import { accountStore } from '../../support/app/account-store.ts'

const address = '203.0.113.9'

/** An app with one path that runs `handle`; returns how to ask it with a cookie. */
function stage(networks: string[] = []) {
  const { store, rows } = accountStore()
  const deps = {
    ...store,
    env: { APP_URL: 'http://localhost:3000', ADMIN_NETWORKS: networks },
  } as unknown as Deps
  async function ask(handle: (c: Ctx) => unknown, cookie = '', headers = {}) {
    const app = new Hono<HonoEnv>()
    app.use(async (c, next) => {
      c.set('deps', deps)
      c.set('address', address)
      c.set('addressKnown', true)
      await next()
    })
    app.get('*', (c) => c.json({ found: handle(c) ?? null }))
    app.onError((error, c) => errorResponse(c, error))
    const response = await app.request('/?check=failed', { headers: { cookie, ...headers } })
    return { status: response.status, headers: response.headers, ...(await response.json()) }
  }
  return { deps, rows, ask }
}

const requireReader = (c: Ctx) => requireAdmin(c, 'read')

const refused = { status: 401, message: 'Please sign in' }
const hidden = { status: 404, message: 'Not found' }

describe('an administrator', () => {
  const signedIn = (networks?: string[]) => {
    const { deps, rows, ask } = stage(networks)
    const [full, pending] = [
      openAdminSession(deps, 1, 'full'),
      openAdminSession(deps, 2, 'challenge'),
    ]
    return { deps, rows, ask, full, pending }
  }

  test('is known by the cookie, with the address', async () => {
    const { ask, full, pending } = signedIn()
    const admin = { kind: 'admin', role: 'administrator', address, browser: '' }
    const ann = { ...admin, id: 1, username: 'ann', sessionHash: hashToken(full) }
    const bob = { ...admin, id: 2, username: 'bob', sessionHash: hashToken(pending) }
    for (const find of [adminOf, requireReader])
      expect((await ask(find, `admin=${full}`)).found).toEqual(ann)
    for (const find of [pendingAdminOf, requirePendingAdmin])
      expect((await ask(find, `admin=${pending}`)).found).toEqual(bob)
  })

  test('is nobody without it, or with the one of the other step', async () => {
    const { ask, full, pending } = signedIn()
    for (const cookie of ['', 'admin=', `client=${full}`, `admin=${pending}`]) {
      expect((await ask(adminOf, cookie)).found).toBeNull()
      expect(await ask(requireReader, cookie)).toMatchObject(refused)
    }
    for (const cookie of ['', `admin=${full}`]) {
      expect((await ask(pendingAdminOf, cookie)).found).toBeNull()
      expect(await ask(requirePendingAdmin, cookie)).toMatchObject(refused)
    }
  })

  test('is nobody in another network, where there is no back office', async () => {
    const { ask, full, pending } = signedIn(['10.0.0.0/8'])
    for (const cookie of ['', `admin=${full}`, `admin=${pending}`]) {
      for (const find of [adminOf, pendingAdminOf])
        expect((await ask(find, cookie)).found).toBeNull()
      for (const require of [requireReader, requirePendingAdmin])
        expect(await ask(require, cookie)).toMatchObject(hidden)
    }
  })

  test('is refused when the session has ended while the body arrived', async () => {
    const { deps, ask, full } = signedIn()
    const slow = (ends: boolean) => (c: Ctx) => {
      requireReader(c)
      if (ends) endAdminSessions(deps, 1)
      c.var.recheck?.()
      return 'done'
    }
    expect((await ask(slow(false), `admin=${full}`)).found).toBe('done')
    expect(await ask(slow(true), `admin=${full}`)).toMatchObject(refused)
  })

  test('is refused by another role, and when the role has changed while the body arrived', async () => {
    const { deps, ask, full } = signedIn()
    const become = (role: Role) =>
      deps.db.orm.update(admins).set({ role }).where(eq(admins.id, 1)).run()
    const slow = (role: Role) => (c: Ctx) => {
      requireAdmin(c, 'annotate')
      become(role)
      c.var.recheck?.()
      return 'done'
    }
    expect((await ask(slow('reviewer'), `admin=${full}`)).found).toBe('done')
    const notAllowed = { status: 403, message: refusals.roleMayNot }
    expect(await ask(slow('viewer'), `admin=${full}`)).toMatchObject(notAllowed)
    expect(await ask(slow('reviewer'), `admin=${full}`)).toMatchObject(notAllowed)
    const { found } = await ask(requireReader, `admin=${full}`)
    expect(found).toMatchObject({ username: 'ann', role: 'viewer' })
  })

  test('leaves: the session, the cookie and what the browser keeps are gone', async () => {
    const { rows, ask, full, pending } = signedIn()
    for (const [token, left] of [
      ['none', 2],
      [full, 1],
      [pending, 0],
    ] as const) {
      const { headers } = await ask(leaveAdmin, `admin=${token}`)
      expect(rows('admin_sessions')).toHaveLength(left)
      expect(headers.getSetCookie()).toEqual(['admin=; Max-Age=0; Path=/'])
      expect(headers.get('clear-site-data')).toBe('"cache"')
    }
  })
})

describe('a customer', () => {
  test('is known by the cookie, with the address, and nobody without it', async () => {
    const { deps, ask } = stage()
    const token = startClientSession(deps, 2)
    const bob = { id: 2, application: 2, email: 'bob@example.com' }
    const found = { kind: 'client', ...bob, sessionHash: hashToken(token), address }
    for (const find of [clientOf, requireClient])
      expect((await ask(find, `client=${token}`)).found).toEqual(found)
    for (const cookie of ['', 'client=none', `admin=${token}`]) {
      expect((await ask(clientOf, cookie)).found).toBeNull()
      expect(await ask(requireClient, cookie)).toMatchObject(refused)
    }
  })

  test('is refused when the session has ended while the body arrived', async () => {
    const { deps, ask } = stage()
    const token = startClientSession(deps, 2)
    const slow = (ends: boolean) => (c: Ctx) => {
      requireClient(c)
      if (ends) endClientSessions(deps, 2)
      c.var.recheck?.()
      return 'done'
    }
    expect((await ask(slow(false), `client=${token}`)).found).toBe('done')
    expect(await ask(slow(true), `client=${token}`)).toMatchObject(refused)
  })

  test('leaves: the session, the cookie and what the browser keeps are gone', async () => {
    const { deps, rows, ask } = stage()
    const token = startClientSession(deps, 2)
    for (const [secret, left] of [
      ['none', 1],
      [token, 0],
    ] as const) {
      const { headers } = await ask(leaveClient, `client=${secret}`)
      expect(rows('client_sessions')).toHaveLength(left)
      expect(headers.getSetCookie()).toEqual(['client=; Max-Age=0; Path=/'])
      expect(headers.get('clear-site-data')).toBe('"cache"')
    }
  })
})

describe('an applicant', () => {
  test('is known by the draft cookie, the address and the browser', async () => {
    const { ask } = stage()
    const agent = { 'user-agent': 'x'.repeat(301) }
    expect((await ask((c) => applicantOf(c), 'draft=abc', agent)).found).toEqual({
      kind: 'applicant',
      tokenHash: hashToken('abc'),
      address,
      agent: 'x'.repeat(300),
    })
    expect((await ask((c) => applicantOf(c))).found).toEqual({
      kind: 'applicant',
      tokenHash: null,
      address,
      agent: '',
    })
    const taken = await ask((c) => applicantOf(c, 'def'), 'draft=abc')
    expect(taken.found.tokenHash).toBe(hashToken('def'))
  })

  test('keeps the cookie for 30 more days with each save', async () => {
    const { ask } = stage()
    const { headers } = await ask(renewDraftCookie, 'draft=abc')
    expect(headers.getSetCookie()).toEqual([
      'draft=abc; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
    ])
    expect((await ask(renewDraftCookie)).headers.getSetCookie()).toEqual([])
  })
})

test('a sign-in page knows that it was opened because a check of the session failed', async () => {
  const app = new Hono<HonoEnv>().get('/', (c) => c.json(checkFailed(c)))
  const asked = async (path: string) => (await app.request(path)).json()
  expect(await asked('/?check=failed')).toBe(true)
  for (const path of ['/', '/?check=', '/?check=done', '/?failed=check'])
    expect(await asked(path), path).toBe(false)
})
