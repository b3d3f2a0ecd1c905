import { describe, expect, test } from 'vitest'
import { routes } from '#src/app.ts'
import { readEnv } from '#src/env.ts'
import { routeTable } from '#src/framework/router.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { startDraft } from '../../support/app/applicants.ts'
import { answerOf } from '../../support/app/browser.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { policies, rightOf } from '../../support/browser/policies.ts'

const env = {
  ADMIN_NETWORKS: '10.1.0.0/16, 2001:db8::/32',
  TRUSTED_PROXIES: '10.1.0.1',
}
const outside = '192.0.2.1'
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

const isForAdmins = (call: string) => {
  const policy = policies[call] ?? 'anybody'
  return rightOf(policy) !== null || /^\S+ (\/api)?\/admin(\/|$)/.test(call)
}

/** Paths that have nothing for anybody else. */
const adminPaths = routeTable(routes)
  .filter(({ pattern, methods }) => methods.every((method) => isForAdmins(`${method} ${pattern}`)))
  .map(({ pattern }) => pattern)

/** Calls that only administrators make, on paths where others have something too. */
const adminCalls = Object.keys(policies)
  .map((call) => call.split(' ') as [method: string, path: string])
  .filter(([method, path]) => isForAdmins(`${method} ${path}`) && !adminPaths.includes(path))

/** Returns all that the sender sees of an answer, except for the request id. */
async function seen(app: TestApp, path: string, method: string, cookie: string, peer = outside) {
  const request = app.request(path, { method, headers: { cookie } }, peer)
  const { status, headers, text } = await answerOf(await request)
  headers.delete('x-request-id')
  return { status, headers: Object.fromEntries(headers), text }
}

async function signedIn() {
  const app = testApp({ env })
  const id = await startDraft(app.browser())
  const browser = await adminBrowser(app)
  return { app, id, cookie: `admin=${browser.cookies.get('admin')}` }
}

describe('with ADMIN_NETWORKS, from elsewhere', () => {
  test.each([...adminPaths, '/admin/', '/admin/nothing', '/api/admin', '/api/admin/nothing'])(
    'hides %s like a path that does not exist from networks outside ADMIN_NETWORKS',
    async (path) => {
      const { app, id, cookie } = await signedIn()
      const unknown = path.startsWith('/api') ? '/api/nothing' : '/nothing'
      for (const method of methods) {
        const expected = await seen(app, unknown, method, cookie)
        expect(expected.status).toBe(404)
        for (const each of [path, `${path}?flash=signed-out`])
          expect(await seen(app, each.replace(':id', id), method, cookie), method).toEqual(expected)
      }
    },
  )

  test.each(adminCalls)(
    'answers %s %s from outside ADMIN_NETWORKS like a call that does not exist',
    async (method, path) => {
      const { app, id, cookie } = await signedIn()
      const expected = await seen(app, '/api/nothing', method, cookie)
      expect(await seen(app, path.replace(':id', id), method, cookie)).toEqual(expected)
    },
  )

  test.each(['10.1.9.9, unknown', '10.1.9.9, 192.0.2.1:4444', '10.1.9.9, [2001:dead::1]:80'])(
    'keeps a sender behind the proxy outside ADMIN_NETWORKS with X-Forwarded-For: %s',
    async (forwarded) => {
      const { app } = await signedIn()
      const headers = { 'x-forwarded-for': forwarded }
      expect((await app.request('/admin', { headers }, '10.1.0.1')).status).toBe(404)
    },
  )
})

test('answers the back office inside the networks of ADMIN_NETWORKS', async () => {
  const { app, cookie } = await signedIn()
  for (const path of ['/api/admin/me', '/api/applications', '/api/analytics', '/admin/dashboard'])
    for (const peer of ['10.1.9.9', '::ffff:10.1.9.9', '2001:db8::7'])
      expect((await seen(app, path, 'GET', cookie, peer)).status, `${path} ${peer}`).toBe(200)
})

test.each(['10.0.0.0/33', 'office', '::1/129', '10.1/16', '10.0.0.0/', '10.0.0.0/8/8'])(
  'refuses to start with ADMIN_NETWORKS=%s',
  (networks) => {
    expect(readEnv({ ADMIN_NETWORKS: networks }).ok).toBe(false)
    expect(readEnv({ TRUSTED_PROXIES: networks }).ok).toBe(false)
  },
)
