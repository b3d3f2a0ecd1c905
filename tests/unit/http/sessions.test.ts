import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import type { Deps } from '#src/deps.ts'
import { openAdminSession } from '#src/domain/accounts/admin-sessions.ts'
import { refusals } from '#src/domain/refusal.ts'
import type { Role } from '#src/forms/admin/roles.ts'
import type { Ctx, HonoEnv } from '#src/http/context.ts'
import { errorResponse } from '#src/http/errors.ts'
import {
  adminOf,
  pendingAdminOf,
  requireAdmin,
  requirePendingAdmin,
} from '#src/http/sessions/admin-session.ts'
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

describe('an administrator', () => {
  const signedIn = (networks?: string[]) => {
    const { deps, rows, ask } = stage(networks)
    const [full, pending] = [
      openAdminSession(deps, 1, 'full'),
      openAdminSession(deps, 2, 'challenge'),
    ]
    return { deps, rows, ask, full, pending }
  }

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
})
