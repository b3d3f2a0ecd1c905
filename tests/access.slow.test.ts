import { describe, expect, test } from 'vitest'
import { routes } from '#src/app.ts'
import { readRole, roles } from '#src/forms/admin/roles.ts'
import { routeTable } from '#src/framework/router.ts'
import {
  type Actor,
  actors,
  mayCall,
  type State,
  stageFor,
  states,
} from './support/app/access-actors.ts'
import { openIn } from './support/app/applicants.ts'
import { answers, sectionSave } from './support/app/application-answers.ts'
import type { Answer, Browser } from './support/app/browser.ts'
import { type Policy, policies, rightOf } from './support/browser/policies.ts'

const calls = Object.entries(policies)

/** The sealed versions of a document are for those who may read the document. */
const versions = ['signed', 'countersigned'].map((version): [string, Policy] => [
  `GET /api/applications/:id/pdf?version=${version}`,
  'document',
])

/** What names no application, and is not of its people alone, cannot depend on its state: it is asked in one of them. */
const callsIn = (state: State) =>
  state === 'submitted'
    ? calls
    : calls.filter(([call, policy]) => call.includes(':id') || /^(customer|holder)/.test(policy))

/** Applicants, signers and strangers: nobody signs in. */
const unknown = actors.filter((actor) => /stranger|cookies|holder|signer/.test(actor))

/** What a call that anybody may make says to somebody unknown, when it is not 200. */
const statuses: Record<string, number> = {
  'POST /client-form': 303,
  'POST /client-login': 401,
  'POST /client/set-password': 400,
  'POST /sign': 400,
  'POST /admin': 401,
  'GET /admin/first': 400,
  'GET /api/admin/sign-in': 303,
  'GET /api/admin/sign-in/callback': 303,
  'POST /admin/first': 400,
  'GET /admin/invitation': 400,
  'POST /admin/invitation': 400,
  'POST /admin/forgot-password': 400,
  'GET /admin/set-password': 400,
  'POST /admin/set-password': 400,
  'POST /verify': 415,
  'POST /api/admin/login': 401,
  'POST /api/client/login': 401,
  'POST /api/client/set-password': 400,
  'POST /api/applications': 201,
}

/** Bodies that a call takes without a change to what the application says, and sign-ins that nobody has. */
const bodies: Record<string, (browser: Browser) => RequestInit | Promise<RequestInit>> = {
  'POST /api/applications': () => json(sectionSave(4)),
  'PUT /api/applications/:id': () => json(sectionSave(4)),
  'POST /api/applications/:id/directors': () => json(answers[2]),
  'POST /api/admin/login': () =>
    json({ username: 'nobody', password: 'not a password of anybody' }),
  'POST /api/admin/challenge': () => json({ code: '000000' }),
  'POST /api/client/login': () => json({ email: 'nobody@example.com', password: 'of nobody' }),
  'POST /api/client/forgot-password': () => json({ email: 'nobody@example.com' }),
  'POST /api/client/set-password': () => json({ token: 'of nobody', password: 'long enough' }),
  'PUT /api/client/application/:section': () => json({ buyerName: 'Changed' }),
  'POST /client-form': async (browser) =>
    form({ ...answers[4], step: 'next:4', draft: await openIn(browser) }),
  'POST /client-login': () => form({ email: 'nobody@example.com', password: 'of nobody' }),
  // what is posted comes back to whoever has posted it
  'POST /client-portal': () => form({ section: 'buyer', buyerName: 'Changed' }),
  'POST /client/forgot-password': () => form({ email: 'nobody@example.com' }),
  'POST /client/set-password': () =>
    form({ token: 'of nobody', password: 'long enough', confirmPassword: 'long enough' }),
  // any action that asks for a right: one that is unknown is refused before that
  'POST /admin/dashboard': () => form({ action: 'hide-setup' }),
  'POST /admin/applications/:id': () => form({ action: 'note' }),
  'POST /admin': () => form({ username: 'nobody', password: 'not a password of anybody' }),
}

/** Nobody but the people of an application may read a word of these. */
const words = /Sample Calibration|office@sample|Żółć|Bo Exämple/

test('gives every route a policy, and every policy a route', () => {
  const mounted = routeTable(routes).flatMap(({ pattern, methods }) =>
    methods.map((method) => `${method} ${pattern}`),
  )
  expect(Object.keys(policies).sort()).toEqual(mounted.sort())
})

describe.each(states)('an application that is %s', (state) => {
  test.each(actors)('opens an application to nobody but its people: %s', async (actor) => {
    const { app, id, browser } = await stageFor(actor, state)
    const before = withoutLastSeen(app.dump())
    const wrong: string[] = []
    for (const [call, policy] of [...callsIn(state), ...versions]) {
      if (mayCall(policy, actor, state)) continue
      const answer = await ask(browser, call, id)
      if (answer.status !== refusalOf(call, policy, actor, state))
        wrong.push(`${call}: ${answer.status}`)
      if (words.test(answer.text)) wrong.push(`${call} says words of it`)
      if (!call.includes(' /api/')) {
        const asJson = await ask(browser, call, id, undefined, { accept: 'application/json' })
        const expected = answer.status === 303 ? inJson(call, actor) : answer.status
        if (asJson.status !== expected) wrong.push(`${call} in JSON: ${asJson.status}`)
        if (words.test(asJson.text)) wrong.push(`${call} says words of it in JSON`)
      }
      if (!call.includes(':id') || answer.status === 403) continue
      const nowhere = await ask(browser, call, '0000-0000-0000')
      // a page may repeat the reference that was asked for
      const text = answer.text.replaceAll(id, '0000-0000-0000')
      if (nowhere.status !== answer.status || nowhere.text !== text)
        wrong.push(`${call} tells it from one that is not there`)
    }
    expect(wrong).toEqual([])
    expect(withoutLastSeen(app.dump())).toEqual(before)

    for (const [call, policy] of callsIn(state)) {
      if (!call.startsWith('GET ')) continue
      if (!mayCall(policy, actor, state)) continue
      const { status } = await ask(browser, call, id)
      if ([401, 403, 404].includes(status)) wrong.push(`${call}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  test.each(unknown)(
    'answers a call that anybody may make without telling a stranger about the application: %s',
    async (actor) => {
      const { app, id, browser } = await stageFor(actor, state)
      const row = () =>
        app.deps.db.sqlite.prepare('select * from applications where id = ?').get(id)
      const before = row()
      const wrong: string[] = []
      for (const [call] of calls.filter(([, policy]) => policy === 'anybody')) {
        const answer = await ask(browser, call, id)
        if (answer.status !== statusOf(call, actor)) wrong.push(`${call}: ${answer.status}`)
        if (actor !== 'holder of the draft' && words.test(answer.text))
          wrong.push(`${call} says words of it`)
      }
      expect(wrong).toEqual([])
      if (actor !== 'holder of the draft') expect(row()).toEqual(before)
    },
  )
})

/** Without a link, the page of the signer leads to what the browser has opened or signed. */
function statusOf(call: string, actor: Actor): number {
  if (call === 'GET /sign') return actor === 'the signer' ? 302 : 400
  return statuses[call] ?? 200
}

/** 401 asks for a sign-in or a cookie, 404 says that there is nothing, 403 that one's own has no document. */
function refusalOf(call: string, policy: Policy, actor: Actor, state: State): number {
  if (actor.startsWith('administrator without') && (rightOf(policy) || policy === 'document'))
    return policy.endsWith('page') ? 303 : 403
  if (readRole(actor) && rightOf(policy)) return 403
  // the browser can send again what was typed
  if (/^POST \/(admin\/|client-portal$)/.test(call)) return 401
  if (policy.endsWith('page')) return 303
  const hasDraftCookie = /holder|forged/.test(actor)
  if (policy === 'holder') return hasDraftCookie ? 404 : 401
  if (policy === 'own file' && actor === 'another customer') return 404
  if (policy !== 'document') return 401
  if (actor === 'the customer' && state === 'completed') return 403
  const hasSigningCookie = actor.startsWith('the signer')
  return hasDraftCookie || hasSigningCookie || actor === 'another customer' ? 404 : 401
}

/** An island that asks hears 401 or 403 where a browser is led to the sign-in or the second factor. */
const inJson = (call: string, actor: Actor) =>
  call.includes(' /admin') && actor.startsWith('administrator without') ? 403 : 401

test.each(roles)('answers a %s on every call that the role may make', async (role) => {
  const { id, browser } = await stageFor(role, 'submitted')
  const wrong: string[] = []
  for (const [call, policy] of calls) {
    if (!rightOf(policy) || !mayCall(policy, role, 'submitted')) continue
    const { status } = await ask(browser, call, id)
    if ([401, 403, 404].includes(status) || status > 502) wrong.push(`${call}: ${status}`)
  }
  expect(wrong).toEqual([])
})

const guarded = calls.filter(
  ([call, policy]) => policy !== 'anybody' && /^(POST|PUT|PATCH|DELETE) \/api\//.test(call),
)

test.each(['stranger', 'forged cookies'] as const)(
  'does not tell an unknown caller what is wrong with a body: %s',
  async (actor) => {
    const { id, browser } = await stageFor(actor, 'draft')
    const faults = [json('{'), { ...json({}), body: '{' }, form({ a: 'b' })]
    const wrong: string[] = []
    for (const [call, policy] of guarded)
      for (const fault of [...faults, { ...json({}), body: 'x'.repeat(400 * 1024) }]) {
        const { status } = await ask(browser, call, id, fault)
        if (status !== refusalOf(call, policy, actor, 'draft')) wrong.push(`${call}: ${status}`)
      }
    expect(guarded.length).toBeGreaterThanOrEqual(10)
    expect(wrong).toEqual([])
  },
)

test('shows a draft in its own browser, and nothing of it once it is submitted', async () => {
  const draft = await stageFor('holder of the draft', 'draft')
  const shown = await draft.browser.get('/client-form')
  for (const word of [answers[1].businessName, answers[1].mainEmail, 'Żółć', answers[4].buyerName])
    expect(shown.text).toContain(word)
  const { browser } = await stageFor('holder of the draft', 'submitted')
  const empty = await browser.get('/client-form')
  expect(empty.status).toBe(200)
  expect(empty.text).not.toMatch(words)
})

async function ask(
  browser: Browser,
  call: string,
  id: string,
  body?: RequestInit,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method = '', pattern = ''] = call.split(' ')
  const path = pattern
    .replace(':section', 'buyer')
    .replace(':kind', 'receipt')
    .replace(':sha256', 'ab'.repeat(32))
    .replace(':account', '1')
    .replace(':file', '1')
    .replace(':id', id)
  const init = body ?? (await bodies[call]?.(browser)) ?? anyBody(call)
  return browser.send(path, { method, ...init, headers: { ...init?.headers, ...headers } })
}

/** Enough for most calls to change something, if they let it in. */
function anyBody(call: string): RequestInit | undefined {
  if (call.startsWith('GET ')) return undefined
  if (!call.includes(' /api/')) return form({ businessName: 'Changed' })
  return json({ customerCode: 'C-1', reason: 'x', text: 'x', code: '000000', buyerName: 'Changed' })
}

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

const form = (fields: Record<string, string>): RequestInit => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

/** Everything that is stored, but for when somebody was last seen. */
const withoutLastSeen = (stored: unknown) =>
  JSON.stringify(stored).replace(/"last_seen_at":\d+/g, '')
