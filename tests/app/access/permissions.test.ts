import { expect, test } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { applicationOfClient } from '#src/domain/accounts/clients.ts'
import type { Actor, Admin } from '#src/domain/actor.ts'
import { authorize, authorizeDocument, type Permission } from '#src/domain/applications/access.ts'
import { mayDo } from '#src/forms/admin/roles.ts'
import { hashToken } from '#src/security/tokens.ts'
import { fillDraft, submit } from '../../support/app/applicants.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import { signedIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const everyPermission: Permission[] = [
  'write-draft',
  'read-pdf',
  'read',
  'amend',
  'decide',
  'annotate',
  'move-sign-in',
]

/** What somebody may do with an application, and why not the rest. */
function permissions({ deps }: TestApp, actor: Actor, id: string) {
  return Object.fromEntries(
    everyPermission.map((permission) => {
      try {
        return [permission, authorize(deps, actor, permission, id).id === id]
      } catch (refusal) {
        return [permission, (refusal as { kind?: string }).kind]
      }
    }),
  )
}

const customer: Actor = { kind: 'client', id: 1, application: 1, email: '', sessionHash: '' }
const nobody: Actor = { kind: 'applicant', tokenHash: null, address: '', agent: '' }
const admin: Admin = {
  kind: 'admin',
  id: 1,
  username: 'warden',
  role: 'administrator',
  sessionHash: '',
}

test.each([
  ['viewer', 'not-allowed', false],
  ['reviewer', true, false],
  ['administrator', true, true],
] as const)(
  'a %s does what the role allows, and writes no draft in the place of its applicant',
  async (role, reviews, administers) => {
    const app = testApp()
    const id = await fillDraft(app.browser())
    expect(permissions(app, { ...admin, role }, id)).toEqual({
      'write-draft': 'not-allowed',
      'read-pdf': true,
      read: true,
      amend: reviews,
      decide: reviews,
      annotate: reviews,
      'move-sign-in': reviews,
    })
    for (const right of ['settings', 'team'] as const) expect(mayDo(role, right)).toBe(administers)
  },
)

test('a customer reads and amends, decides nothing, and of others knows nothing', async () => {
  const app = testApp()
  const { id } = await signedIn(app)
  const own = {
    'write-draft': 'not-allowed',
    'read-pdf': true,
    read: true,
    amend: true,
    decide: 'not-allowed',
    annotate: 'not-allowed',
    'move-sign-in': 'not-allowed',
  }
  const row = { kind: 'client', id: 1, application: 1, email: '', sessionHash: '' } as const
  expect(applicationOfClient(app.deps, row).id).toBe(id)
  expect(permissions(app, row, id)).toEqual(own)
  const other = await submit(app.browser(), { mainEmail: 'other@example.com' })
  expect(new Set(Object.values(permissions(app, row, other)))).toEqual(new Set(['unknown']))
})

test('an applicant writes the draft, and reads the document of what was sent', async () => {
  const app = testApp()
  const browser = app.browser()
  const id = await fillDraft(browser)
  const token = browser.cookies.get('draft') ?? ''
  const row: Actor = { kind: 'applicant', tokenHash: hashToken(token), address: '', agent: '' }
  const rest = {
    read: 'unknown',
    amend: 'unknown',
    decide: 'unknown',
    annotate: 'unknown',
    'move-sign-in': 'unknown',
  }
  expect(permissions(app, row, id)).toEqual({
    'write-draft': true,
    'read-pdf': 'unknown',
    ...rest,
  })
  await browser.put(`/api/applications/${id}`, finalSave())
  expect(permissions(app, row, id)).toEqual({ 'write-draft': true, 'read-pdf': true, ...rest })
})

test('a draft cookie of nothing opens nothing', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const all = permissions(app, { ...nobody, tokenHash: 'of no draft' }, id)
  expect(new Set(Object.values(all))).toEqual(new Set(['unknown']))
})

test('the server itself may do everything', async () => {
  const app = testApp()
  const id = await fillDraft(app.browser())
  const all = permissions(app, { kind: 'system' }, id)
  expect(new Set(Object.values(all))).toEqual(new Set([true]))
})

test.each([
  ['draft', 'not-allowed'],
  ['submitted', true],
  ['approved', true],
  ['rejected', true],
  ['completed', 'not-allowed'],
] as const)('a customer opens the document of one that is %s: %s', async (status, expected) => {
  const app = testApp()
  const id = await submit(app.browser())
  app.deps.db.orm.update(applications).set({ status }).run()
  const { 'read-pdf': document, ...rest } = permissions(app, customer, id)
  expect(document).toBe(expected)
  expect(rest).toMatchObject({ read: true, amend: true })
})

test('somebody without any credential may do nothing', async () => {
  const app = testApp()
  const id = await submit(app.browser())
  const stranger: Actor = { kind: 'stranger', address: '127.0.0.1' }
  for (const actor of [stranger, nobody])
    expect(new Set(Object.values(permissions(app, actor, id)))).toEqual(new Set(['not-signed-in']))
})

test('of several credentials the first that opens counts, and the best reason is told', async () => {
  const app = testApp()
  const { id } = await signedIn(app)
  const wrong: Actor = { ...nobody, tokenHash: 'of no draft' }
  const outcome = (...actors: Actor[]) => {
    try {
      return authorizeDocument(app.deps, actors, id, null).application.id
    } catch (refusal) {
      return (refusal as { kind?: string }).kind
    }
  }
  expect(outcome(wrong, customer)).toBe(id)
  app.deps.db.orm.update(applications).set({ status: 'completed' }).run()
  expect(outcome(wrong, customer)).toBe('not-allowed')
  expect(outcome(customer, wrong)).toBe('not-allowed')
  expect(outcome(nobody, wrong)).toBe('unknown')
  expect(outcome(wrong, nobody)).toBe('unknown')
  expect(outcome(nobody)).toBe('not-signed-in')
  expect(outcome()).toBe('not-signed-in')
})

test.each([
  ['write-draft', 'with the draft cookie that came with its creation'],
  ['read-pdf', 'Please sign in to open this document'],
  ['read', 'Please sign in'],
] as const)(
  'without a credential the refusal of %s says what is missing',
  async (permission, words) => {
    const app = testApp()
    const id = await submit(app.browser())
    const stranger: Actor = { kind: 'stranger', address: '127.0.0.1' }
    const refused = (actor: Actor) => () => authorize(app.deps, actor, permission, id)
    expect(refused(nobody)).toThrow(new RegExp(`${words}$|${words} \\(`))
    expect(refused(stranger)).toThrow(/^Please sign in$/)
  },
)

test('a fault of the database is no refusal', async () => {
  const db = {} as TestApp['deps']['db']
  const { deps } = testApp()
  const open = () => authorizeDocument({ ...deps, db }, [customer, admin], 'x', null)
  expect(open).toThrow(TypeError)
})
