import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import { applications } from '#db/schema/applications.ts'
import { routes } from '#src/app.ts'
import { openAdminSession } from '#src/domain/accounts/admin-sessions.ts'
import { routeTable } from '#src/framework/router.ts'
import { adminBrowser, makeAdmin } from '../support/admins.ts'
import { fillDraft, startDraft, submit } from '../support/applicants.ts'
import type { Browser } from '../support/browser.ts'
import { type Policy, policies } from '../support/policies.ts'
import { type TestApp, testApp } from '../support/test-app.ts'
import { clientBrowser } from './support/app-of-process.ts'
import { figures } from './support/rounds.ts'

const actors = [
  'stranger',
  'forged cookies',
  'holder of another draft',
  'holder of the draft',
  'another customer',
  'the customer',
  'the customer, after two idle hours',
  'admin before the second factor',
  'admin',
  'admin whose account is closed',
  'admin after half an idle hour',
] as const
type ActorName = (typeof actors)[number]

const states = ['draft', 'submitted', 'approved', 'rejected', 'completed'] as const
type State = (typeof states)[number]

const mounted = routeTable(routes).flatMap(({ pattern, methods }) =>
  methods.map((method) => `${method} ${pattern}`),
)

test('F13: every route has a policy', () => {
  expect(mounted.filter((call) => !(call in policies))).toEqual([])
})

test('F13: whoever may not make a call is refused, gets no word of the application and changes nothing', {
  timeout: 120_000,
}, async () => {
  const deviations: string[] = []
  let cells = 0
  let refused = 0
  let letIn = 0
  for (const state of states) {
    for (const actor of actors) {
      const { app, id, browser } = await stage(state, actor)
      const before = withoutLastSeen(app)
      for (const call of mounted) {
        const policy = policies[call]
        if (!policy) continue
        cells += 1
        if (mayCall(policy, actor, state)) continue
        refused += 1
        const answer = await ask(browser, call, id)
        const cell = `${call} by ${actor}, ${state}: ${answer.status}`
        const turnedAway = policy.endsWith('page') ? [303, 401, 404] : [401, 403, 404]
        if (!turnedAway.includes(answer.status)) deviations.push(cell)
        if (/Sample Calibration|Żółć/.test(answer.text)) deviations.push(`${cell}, with its words`)
      }
      if (withoutLastSeen(app) !== before)
        deviations.push(`something changed by ${actor}, ${state}`)
      for (const call of mounted.filter((call) => call.startsWith('GET '))) {
        const policy = policies[call]
        if (!policy || !mayCall(policy, actor, state)) continue
        letIn += 1
        const { status } = await ask(browser, call, id)
        if ([401, 403, 404].includes(status))
          deviations.push(`${call} by ${actor}, ${state}: ${status}`)
      }
      expect(deviations).toEqual([])
    }
  }
  figures('F13 access', {
    routes: mounted.length,
    cells,
    'refused as they should': refused,
    'let in as they should': letIn,
    deviations: 0,
  })
})

function mayCall(policy: Policy, actor: ActorName, state: State): boolean {
  const isAdmin = actor === 'admin'
  const isCustomer = actor === 'another customer' || (actor === 'the customer' && state !== 'draft')
  if (policy === 'anybody') return true
  if (policy === 'holder') return actor === 'holder of the draft'
  if (policy === 'half admin') return actor === 'admin before the second factor'
  if (policy === 'admin' || policy === 'admin page') return isAdmin
  if (policy === 'customer' || policy === 'customer page') return isCustomer
  if (actor === 'the customer') return ['submitted', 'approved', 'rejected'].includes(state)
  return isAdmin || (state !== 'draft' && actor === 'holder of the draft')
}

async function stage(state: State, actor: ActorName) {
  const app = testApp()
  const owner = app.browser()
  const id = state === 'draft' ? await fillDraft(owner) : await submit(owner)
  const other = await submit(app.browser(), {
    mainEmail: 'other@example.com',
    businessName: 'Another Sample Ltd',
    directors: [{ name: 'Ann Other', position: 'Director' }],
  })
  app.deps.db.orm.update(applications).set({ status: state }).where(eq(applications.id, id)).run()
  const browser = await browserFor(app, actor, { id, other, owner, state })
  return { app, id, browser }
}

async function browserFor(
  app: TestApp,
  actor: ActorName,
  { id, other, owner, state }: { id: string; other: string; owner: Browser; state: State },
): Promise<Browser> {
  const browser = app.browser()
  if (actor === 'holder of the draft') return owner
  if (actor === 'admin') return adminBrowser(app)
  if (actor === 'another customer') return clientBrowser(app, other)
  if (actor === 'forged cookies')
    for (const name of ['draft', 'client', 'admin']) browser.cookies.set(name, 'A'.repeat(43))
  if (actor === 'holder of another draft') await startDraft(browser, 3)
  if (actor.startsWith('the customer') && state !== 'draft') {
    const customer = clientBrowser(app, id)
    if (actor.endsWith('idle hours')) app.clock.now += 2 * 3_600_000 + 1
    return customer
  }
  if (!actor.startsWith('admin')) return browser
  const account = await makeAdmin(app)
  if (actor === 'admin before the second factor')
    browser.cookies.set('admin', openAdminSession(app.deps, account.id, 'challenge'))
  if (actor === 'admin whose account is closed') {
    browser.cookies.set('admin', openAdminSession(app.deps, account.id, 'full'))
    app.deps.db.orm.update(admins).set({ disabledAt: app.clock.now }).run()
  }
  if (actor === 'admin after half an idle hour') {
    browser.cookies.set('admin', openAdminSession(app.deps, account.id, 'full'))
    app.clock.now += 1_800_001
  }
  return browser
}

function ask(browser: Browser, call: string, id: string) {
  const [method = '', pattern = ''] = call.split(' ')
  const path = pattern.replace(':section', 'buyer').replace(':id', id)
  if (method === 'GET') return browser.get(path)
  if (!path.startsWith('/api'))
    return browser.send(path, {
      method,
      body: 'businessName=Changed',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  return browser.send(path, {
    method,
    body: JSON.stringify({
      buyerName: 'Changed',
      directors: [{ name: 'Changed', position: 'Director' }],
      customerCode: 'C-1',
      text: 'x',
      code: '000000',
    }),
    headers: { 'content-type': 'application/json' },
  })
}

/** Everything that is stored, but for when somebody was last seen. */
const withoutLastSeen = (app: TestApp) =>
  JSON.stringify(app.dump()).replace(/"last_seen_at":\d+/g, '')
