import { eq } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { applications } from '#db/schema/applications.ts'
import { transact } from '#db/transaction.ts'
import { days, hours, minutes } from '#src/domain/calendar.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '#src/domain/integrations/api-keys.ts'
import { createSignatureLink, requestSignature } from '#src/domain/signing/requests.ts'
import { openAdminSession } from '#src/domain/staff/admin-sessions.ts'
import { storeSecondFactorRequired } from '#src/domain/staff/required-second-factor.ts'
import { mayDo, readRole } from '#src/forms/admin/roles.ts'
import { hashToken } from '#src/security/tokens.ts'
import { type Policy, rightOf } from '../browser/policies.ts'
import { signedInAdmin, withKey } from '../integrations.ts'
import { answeredWithFile } from '../requests.ts'
import { adminBrowser, makeAdmin, reviewer } from './admins.ts'
import { fillDraft, startDraft, submit } from './applicants.ts'
import type { Browser } from './browser.ts'
import { clientBrowser } from './clients.ts'
import { openLink, sign, signer, unsigned } from './signing.ts'
import { type TestApp, testApp } from './test-app.ts'

/** People who ask for an application that they or somebody else made. */
export const actors = [
  'stranger',
  'forged cookies',
  'holder of another draft',
  'holder of the draft',
  'holder of the draft whose time has run out',
  'the signer',
  'the signer whose time has run out',
  'another customer',
  'the customer',
  'the customer after two idle hours',
  'admin before the second factor',
  'viewer',
  'reviewer',
  'administrator',
  'administrator without the second factor that is required',
  'admin whose account is closed',
  'admin after half an idle hour',
  'API key',
  'revoked API key',
] as const
export type Actor = (typeof actors)[number]

export const states = ['draft', 'submitted', 'approved', 'rejected', 'completed'] as const
export type State = (typeof states)[number]

export function mayCall(policy: Policy, actor: Actor, state: State): boolean {
  const role = readRole(actor)
  const right = rightOf(policy)
  const isHolder = actor === 'holder of the draft'
  const isCustomer = actor === 'another customer' || (actor === 'the customer' && state !== 'draft')
  if (policy === 'anybody') return true
  if (actor === 'API key') return policy === 'read, also by key' || policy === 'document'
  if (policy === 'holder') return isHolder
  if (policy === 'half admin') return actor === 'admin before the second factor'
  if (actor === 'administrator without the second factor that is required')
    return right === 'account'
  if (right) return role !== null && mayDo(role, right)
  if (policy === 'own file') return actor === 'the customer' && state !== 'draft'
  if (policy === 'customer' || policy === 'customer page') return isCustomer
  if (actor === 'the customer') return ['submitted', 'approved', 'rejected'].includes(state)
  return role !== null || (state !== 'draft' && (isHolder || actor === 'the signer'))
}

export async function stageFor(actor: Actor, state: State) {
  if (actor.startsWith('the signer')) return signerStage(actor, state)
  const app = testApp()
  const owner = app.browser()
  const id = state === 'draft' ? await fillDraft(owner) : await submit(owner)
  moveTo(app, id, state)
  const lasts = state === 'draft' ? days(30) : days(7)
  if (actor.startsWith('holder of the draft'))
    app.clock.now += actor.endsWith('run out') ? lasts + 1 : lasts - 1
  return { app, id, browser: await browserFor(app, actor, { id, owner, state }) }
}

/** In the browser in which the link was opened, and which has signed unless it is a draft. */
async function signerStage(actor: Actor, state: State) {
  // no settings of email, which somebody in the back office would have saved
  const app = testApp()
  const owner = app.browser()
  const id = await fillDraft(owner, unsigned)
  const tokenHash = hashToken(owner.cookies.get('draft') ?? '')
  const applicant = { kind: 'applicant', tokenHash, address: '192.0.2.10', agent: '' } as const
  await requestSignature(app.deps, applicant, id, signer)
  const request = { draft: id, askedAt: app.clock.now }
  const token = transact(app.deps, (tx) => createSignatureLink(tx, request)) ?? ''
  const browser = app.browser()
  await openLink(browser, token)
  if (state !== 'draft') await sign(app, browser, id)
  moveTo(app, id, state)
  app.clock.now += actor.endsWith('run out') ? days(7) + 1 : days(7) - 1
  return { app, id, browser }
}

function moveTo(app: TestApp, id: string, state: State) {
  app.deps.db.orm.update(applications).set({ status: state }).where(eq(applications.id, id)).run()
  answeredWithFile(app, id)
}

async function browserFor(
  app: TestApp,
  actor: Actor,
  { id, owner, state }: { id: string; owner: Browser; state: State },
): Promise<Browser> {
  if (actor.startsWith('holder of the draft')) return owner
  const role = readRole(actor)
  if (role) return adminBrowser(app, { ...reviewer, role })
  if (actor === 'another customer') return anotherCustomer(app)
  const browser = app.browser()
  if (actor === 'forged cookies')
    for (const name of ['draft', 'signing', 'client', 'admin'])
      browser.cookies.set(name, 'A'.repeat(43))
  if (actor.endsWith('API key')) return keyBrowser(app, actor)
  if (actor === 'holder of another draft') await startDraft(browser, 3)
  if (actor.startsWith('the customer') && state !== 'draft') {
    const customer = clientBrowser(app, id)
    if (actor.endsWith('idle hours')) app.clock.now += hours(2) + 1
    return customer
  }
  if (!actor.startsWith('admin')) return browser
  if (actor.startsWith('administrator')) {
    transact(app.deps, (deps) => storeSecondFactorRequired(deps, { kind: 'system' }, true))
    return adminBrowser(app)
  }
  const { id: account } = await makeAdmin(app)
  const stage = actor === 'admin before the second factor' ? 'challenge' : 'full'
  browser.cookies.set('admin', openAdminSession(app.deps, account, stage))
  if (actor === 'admin whose account is closed')
    app.deps.db.orm.update(admins).set({ disabledAt: app.clock.now }).run()
  if (actor === 'admin after half an idle hour') app.clock.now += minutes(30) + 1
  return browser
}

async function anotherCustomer(app: TestApp): Promise<Browser> {
  const other = {
    mainEmail: 'other@example.com',
    businessName: 'Another Sample Ltd',
    directors: [{ name: 'Ann Other', position: 'Director' }],
  }
  return clientBrowser(app, await submit(app.browser(), other))
}

/** What sends a key with every request, and carries no cookie. */
async function keyBrowser(app: TestApp, actor: Actor): Promise<Browser> {
  const admin = await signedInAdmin(app)
  const { key } = createApiKey(app.deps, admin, 'ERP')
  if (actor === 'revoked API key')
    for (const { id } of listApiKeys(app.deps)) revokeApiKey(app.deps, admin, id)
  return withKey(app.browser(), key)
}
