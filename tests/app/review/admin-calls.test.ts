import { describe, expect, test } from 'vitest'
import { openAdminSession } from '#src/domain/accounts/admin-sessions.ts'
import { hours } from '#src/domain/durations.ts'
import { adminBrowser, makeAdmin } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { testApp } from '../../support/app/test-app.ts'

/** Every call of the back office, a body it takes, and what an admin is answered. */
const calls: [call: string, body: unknown, status: number][] = [
  ['GET /api/admin/me', undefined, 200],
  ['GET /api/admin/account', undefined, 200],
  ['PUT /api/admin/account/signature', { signature: answers[5].authSignature }, 200],
  ['DELETE /api/admin/account/signature', undefined, 200],
  ['POST /api/admin/account/totp', undefined, 200],
  ['PUT /api/admin/account/totp', { code: '000000' }, 400],
  ['DELETE /api/admin/account/totp', { code: '000000' }, 400],
  ['POST /api/admin/account/confirm', { password: 'wrong' }, 400],
  ['POST /api/admin/account/password', { currentPassword: 'x', newPassword: 'y' }, 400],
  ['GET /api/analytics', undefined, 200],
  ['GET /api/applications', undefined, 200],
  ['GET /api/applications/export', undefined, 200],
  ['GET /api/applications/recent-updates', undefined, 200],
  ['GET /api/applications/{id}', undefined, 200],
  ['PATCH /api/applications/{id}', { buyerName: 'Changed Sample' }, 200],
  ['GET /api/applications/{id}/directors', undefined, 200],
  ['PATCH /api/applications/{id}/approve', { customerCode: 'EX-1' }, 200],
  ['PATCH /api/applications/{id}/reject', { reason: 'No' }, 200],
  ['GET /api/applications/{id}/notes', undefined, 200],
  ['POST /api/applications/{id}/notes', { text: 'Rang them.' }, 201],
  ['PATCH /api/applications/{id}/sign-in-address', { email: 'new@example.com' }, 200],
  ['GET /api/applications/{id}/pdf', undefined, 200],
]

test.each([
  ['approve', { customerCode: 'EX-1' }],
  ['reject', { reason: 'No' }],
])('%s names the version that it made, which the next change may name', async (verb, body) => {
  const { app, id } = await submitted()
  const admin = await adminBrowser(app)
  const decided = await admin.patch(`/api/applications/${id}/${verb}`, body)
  const tag = decided.headers.get('etag') ?? ''
  expect(tag).toBe((await admin.get(`/api/applications/${id}`)).headers.get('etag'))
  const change = () =>
    admin.patch(`/api/applications/${id}`, { buyerName: 'Changed Sample' }, { 'if-match': tag })
  expect([(await change()).status, (await change()).status]).toEqual([200, 412])
})

describe.each(calls)('%s', (call, body, status) => {
  test('is answered to an admin', async () => {
    const { app, id } = await submitted()
    expect((await ask(await adminBrowser(app), call, id, body)).status).toBe(status)
  })

  test('does nothing for half a sign-in, an ended session or the applicant', async () => {
    const { app, id, applicant } = await submitted()
    const account = await makeAdmin(app)
    const [half, ended] = [app.browser(), await adminBrowser(app)]
    half.cookies.set('admin', openAdminSession(app.deps, account.id, 'challenge'))
    app.clock.now += hours(1)
    const late = app.browser()
    late.cookies.set('admin', openAdminSession(app.deps, account.id, 'challenge'))
    const before = app.dump()
    const others = call.endsWith('/pdf') ? [half, ended, late] : [half, ended, late, applicant]
    for (const browser of others) expect((await ask(browser, call, id, body)).status).toBe(401)
    expect(app.dump()).toEqual(before)
  })

  test('is refused when another site sends it', async () => {
    const { app, id } = await submitted()
    const admin = await adminBrowser(app)
    const before = app.dump()
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.com' }
    const answer = await ask(admin, call, id, body, headers)
    expect(answer.status).toBe(call.startsWith('GET') ? 200 : 403)
    if (!call.startsWith('GET')) expect(app.dump()).toEqual(before)
  })

  test('answers an unknown application with 404', async () => {
    if (!call.includes('{id}')) return
    const { app } = await submitted()
    const answer = await ask(await adminBrowser(app), call, '0000-0000-0000', body)
    expect(answer.status).toBe(404)
  })
})

async function submitted() {
  const app = testApp()
  const applicant = app.browser()
  return { app, applicant, id: await submit(applicant) }
}

function ask(
  browser: Browser,
  call: string,
  id: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const [method = '', path = ''] = call.split(' ')
  return browser.send(path.replace('{id}', id), {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
