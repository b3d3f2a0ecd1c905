import { describe, expect, test } from 'vitest'
import { routes } from '#src/app.ts'
import { routeTable } from '#src/framework/router.ts'
import { fillDraft, startDraft, stored, submit } from './support/applicants.ts'
import { answers, sectionSave } from './support/application-answers.ts'
import type { Answer, Browser } from './support/browser.ts'
import { policies } from './support/policies.ts'
import { type TestApp, testApp } from './support/test-app.ts'

/** Who asks for an application that somebody else, or they themselves, made. */
const actors = [
  'stranger',
  'garbage cookie',
  'holder of another draft',
  'owner',
  'owner whose time has run out',
] as const
const states = ['draft', 'submitted'] as const
type Statuses = Record<(typeof actors)[number], number>
type Row = Record<(typeof states)[number], Statuses>

const each = (...statuses: [number, number, number, number, number]) =>
  Object.fromEntries(actors.map((actor, at) => [actor, statuses[at]])) as Statuses
const anybody = (status: number): Row => {
  const all = each(status, status, status, status, status)
  return { draft: all, submitted: all }
}
const ownersOnly: Row = {
  draft: each(401, 404, 404, 200, 404),
  submitted: each(401, 404, 404, 200, 404),
}

/** What every call answers to each of them. A route that is not in this table is not ready. */
const table: Record<string, Row> = {
  'GET /': anybody(200),
  'GET /terms-conditions': anybody(200),
  'GET /success': anybody(200),
  'GET /client-form': anybody(200),
  'POST /client-form': anybody(303),
  'GET /client-login': anybody(200),
  'POST /client-login': anybody(401),
  'GET /client-portal': anybody(303),
  'POST /client-portal': anybody(303),
  'GET /client/forgot-password': anybody(200),
  'POST /client/forgot-password': anybody(200),
  'GET /client/set-password': anybody(200),
  'POST /client/set-password': anybody(400),
  'GET /admin': anybody(200),
  'POST /admin': anybody(401),
  'GET /admin/dashboard': anybody(303),
  'POST /admin/dashboard': anybody(303),
  'GET /admin/applications/:id': anybody(303),
  'POST /admin/applications/:id': anybody(303),
  'GET /admin/email-settings': anybody(303),
  'POST /admin/email-settings': anybody(303),
  'GET /api/health': anybody(200),
  'GET /api/admin/me': anybody(401),
  'POST /api/admin/login': anybody(401),
  'POST /api/admin/challenge': anybody(401),
  'POST /api/admin/logout': anybody(200),
  'GET /api/admin/account': anybody(401),
  'POST /api/admin/account/confirm': anybody(401),
  'POST /api/admin/account/password': anybody(401),
  'PUT /api/admin/account/signature': anybody(401),
  'DELETE /api/admin/account/signature': anybody(401),
  'POST /api/admin/account/totp': anybody(401),
  'PUT /api/admin/account/totp': anybody(401),
  'DELETE /api/admin/account/totp': anybody(401),
  'GET /api/analytics': anybody(401),
  'GET /api/applications': anybody(401),
  'GET /api/applications/export': anybody(401),
  'GET /api/applications/recent-updates': anybody(401),
  'GET /api/applications/:id': anybody(401),
  'PATCH /api/applications/:id': anybody(401),
  'GET /api/applications/:id/directors': anybody(401),
  'PATCH /api/applications/:id/approve': anybody(401),
  'PATCH /api/applications/:id/reject': anybody(401),
  'GET /api/applications/:id/customer-code': anybody(401),
  'GET /api/applications/:id/notes': anybody(401),
  'POST /api/applications/:id/notes': anybody(401),
  'PATCH /api/applications/:id/sign-in-address': anybody(401),
  'GET /api/email-settings': anybody(401),
  'POST /api/email-settings': anybody(401),
  'POST /api/email-settings/test': anybody(401),
  'GET /api/email-settings/outbox': anybody(401),
  'POST /api/email-settings/outbox': anybody(401),
  'POST /api/email-settings/microsoft': anybody(401),
  'DELETE /api/email-settings/microsoft': anybody(401),
  'GET /api/email-settings/microsoft/callback': anybody(303),
  'GET /api/client/me': anybody(401),
  'POST /api/client/login': anybody(401),
  'POST /api/client/logout': anybody(200),
  'GET /api/client/application': anybody(401),
  'PUT /api/client/application/:section': anybody(401),
  'GET /api/client/directors': anybody(401),
  'POST /api/client/forgot-password': anybody(200),
  'POST /api/client/set-password': anybody(400),
  'POST /api/client/sign-in-address': anybody(401),
  'POST /api/applications': anybody(201),
  'PUT /api/applications/:id': ownersOnly,
  'POST /api/applications/:id/directors': ownersOnly,
  'GET /api/applications/:id/pdf': {
    draft: each(401, 404, 404, 404, 404),
    submitted: each(401, 404, 404, 200, 404),
  },
}

/**
 * A body that the call takes from whoever may make it, without a change to what the application says; a sign-in that
 * nobody has.
 */
const bodies: Record<string, () => RequestInit> = {
  'POST /api/applications': () => json(sectionSave(4)),
  'PUT /api/applications/:id': () => json(sectionSave(4)),
  'POST /api/applications/:id/directors': () => json(answers[2]),
  'POST /api/admin/login': () =>
    json({ username: 'nobody', password: 'not a password of anybody' }),
  'POST /api/admin/challenge': () => json({ code: '000000' }),
  'POST /api/client/login': () => json({ email: 'nobody@example.com', password: 'of nobody' }),
  'POST /api/client/forgot-password': () => json({ email: 'nobody@example.com' }),
  'POST /api/client/set-password': () => json({ token: 'of nobody', password: 'long enough' }),
  'PUT /api/client/application/:section': () => json(answers[4]),
  'POST /client-form': () => form({ ...answers[4], step: 'next:4' }),
  'POST /client-login': () => form({ email: 'nobody@example.com', password: 'of nobody' }),
  'POST /client-portal': () => form({ section: 'buyer', step: 'save', ...answers[4] }),
  'POST /client/forgot-password': () => form({ email: 'nobody@example.com' }),
  'POST /client/set-password': () =>
    form({ token: 'of nobody', password: 'long enough', confirmPassword: 'long enough' }),
  'POST /admin': () => form({ username: 'nobody', password: 'not a password of anybody' }),
}

/** Pages that show a browser its own draft; nobody else may find a word of it there. */
const words = [answers[1].businessName, answers[1].mainEmail, 'Żółć', answers[4].buyerName]

test('every route has a row, and every row is a route', () => {
  const mounted = routeTable(routes).flatMap(({ pattern, methods }) =>
    methods.map((method) => `${method} ${pattern}`),
  )
  expect(Object.keys(table).sort()).toEqual(mounted.sort())
})

describe.each(Object.entries(table))('%s', (call, row) => {
  const cells = states.flatMap((state) => actors.map((actor) => ({ state, actor })))
  test.each(cells)('a $state by a $actor', async ({ state, actor }) => {
    const app = testApp()
    const { id, browser } = await stage(app, state, actor)
    const before = app.dump()
    const application = stored(app, id).application
    const answer = await ask(browser, call, id)
    expect(answer.status, answer.text).toBe(row[state][actor])
    if (actor === 'owner') return
    for (const word of words) expect(answer.text).not.toContain(word)
    expect(stored(app, id).application).toEqual(application)
    if (answer.status >= 400) expect(app.dump()).toEqual(before)
    if (call.includes(':id')) {
      const unknown = await ask(browser, call, '0000-0000-0000')
      expect([unknown.status, unknown.text]).toEqual([answer.status, answer.text])
    }
  })
})

const guarded = Object.entries(policies).filter(
  ([call, policy]) => policy !== 'anybody' && /^(POST|PUT|PATCH|DELETE) \/api\//.test(call),
)

test.each(guarded)('%s tells a stranger nothing of what is wrong with the body', async (call) => {
  const app = testApp()
  const { id } = await stage(app, 'draft', 'owner')
  const faults = [json('{'), { ...json({}), body: '{' }, form({ a: 'b' })]
  for (const fault of [...faults, { ...json({}), body: 'x'.repeat(400 * 1024) }])
    for (const actor of ['stranger', 'garbage cookie'] as const) {
      const browser = app.browser()
      if (actor === 'garbage cookie') browser.cookies.set('draft', 'x'.repeat(43))
      expect((await ask(browser, call, id, fault)).status).toBe(table[call]?.draft[actor])
    }
})

test('the form shows a draft to its own browser, and nothing of it once it is submitted', async () => {
  const app = testApp()
  const draft = await stage(app, 'draft', 'owner')
  const shown = await draft.browser.get('/client-form')
  for (const word of words) expect(shown.text).toContain(word.replace("'", '&#x27;'))
  const other = testApp()
  const { browser } = await stage(other, 'submitted', 'owner')
  const empty = await browser.get('/client-form')
  expect(empty.status).toBe(200)
  for (const word of words) expect(empty.text).not.toContain(word)
})

test('the draft cookie of a browser opens the new draft only, not the one that was submitted before', async () => {
  const app = testApp()
  const { id, browser } = await stage(app, 'submitted', 'owner')
  const next = await startDraft(browser, 3)
  const change = { 4: { buyerName: 'Changed Sample' } }
  expect((await browser.put(`/api/applications/${id}`, change)).status).toBe(409)
  expect((await browser.put(`/api/applications/${next}`, change)).status).toBe(200)
})

test('the 401 names the cookie that is missing', async () => {
  const app = testApp()
  const { id } = await stage(app, 'draft', 'owner')
  const answer = await app.browser().put(`/api/applications/${id}`, sectionSave(4))
  expect(answer.json?.message).toContain('"draft"')
})

/** An application in its state, and a browser in its part. */
async function stage(app: TestApp, state: (typeof states)[number], actor: (typeof actors)[number]) {
  const owner = app.browser()
  const id = state === 'draft' ? await fillDraft(owner) : await submit(owner)
  const day = 24 * 60 * 60 * 1000
  const lasts = state === 'draft' ? 30 : 7
  app.clock.now += actor === 'owner whose time has run out' ? lasts * day + 1 : lasts * day - 1
  if (actor.startsWith('owner')) return { id, browser: owner }
  const browser = app.browser()
  if (actor === 'garbage cookie') browser.cookies.set('draft', 'x'.repeat(43))
  if (actor === 'holder of another draft') await startDraft(browser, 3)
  return { id, browser }
}

function ask(
  browser: Browser,
  call: string,
  id: string,
  body: RequestInit | undefined = bodies[call]?.(),
): Promise<Answer> {
  const [method = '', pattern = ''] = call.split(' ')
  return browser.send(pattern.replace(':section', 'buyer').replace(':id', id), {
    method,
    ...body,
  })
}

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

const form = (fields: Record<string, string>): RequestInit => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
