import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { transact } from '#db/transaction.ts'
import type { Actor, Admin } from '#src/domain/actor.ts'
import { authorize, authorizeDocument, type Permission } from '#src/domain/applications/access.ts'
import { endFormBrowsers } from '#src/domain/clients/form-browsers.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { hashToken } from '#src/security/tokens.ts'
import { startDraft, stored, submit } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'

const permissions: Permission[] = [
  ...(['write-draft', 'read', 'read-pdf', 'amend', 'annotate', 'decide', 'move-sign-in'] as const),
]

const admin: Admin = {
  ...{ kind: 'admin', id: 1, username: 'ann', role: 'administrator', sessionHash: 'hash' },
}
const [viewer, reviewer] = (['viewer', 'reviewer'] as const).map((role) => ({ ...admin, role }))
const key: Actor = { kind: 'api-key', name: 'ERP', address: '192.0.2.1' }
const stranger: Actor = { kind: 'stranger', address: '192.0.2.1' }
const applicantWith = (tokenHash: string | null): Actor => ({
  ...{ kind: 'applicant', tokenHash, address: '192.0.2.1', agent: 'a browser' },
})

/** A draft and a submitted application, with those who have begun and signed them. */
async function stage() {
  const app = testApp()
  const [drafter, signer] = [app.browser(), app.browser()]
  const draft = await startDraft(drafter)
  const signed = await submit(signer)
  const applicantOf = (browser: typeof drafter) =>
    applicantWith(hashToken(browser.cookies.get('draft') ?? ''))
  const client = (id: string): Actor => ({
    ...{ kind: 'client', id: 1, application: stored(app, id).application.seq },
    ...{ email: 'ann@example.com', sessionHash: 'hash' },
  })
  const outcome = (actor: Actor, permission: Permission, id: string) =>
    outcomeOf(() => authorize(app.deps, actor, permission, id).id === id)
  return {
    app,
    draft,
    signed,
    drafter: applicantOf(drafter),
    signer: applicantOf(signer),
    client,
    outcome,
  }
}

function outcomeOf(ask: () => unknown) {
  try {
    return ask()
  } catch (error) {
    return error instanceof Refusal ? `${error.kind}: ${error.message}` : error
  }
}

const notOpen = `unknown: ${refusals.draftNotOpen}`
const notAllowed = `not-allowed: ${refusals.notAllowed}`
const roleMayNot = `not-allowed: ${refusals.roleMayNot}`
const unknown = `unknown: ${refusals.unknownApplication}`
const signIn = `not-signed-in: ${refusals.signIn}`

test.each<[string, Actor | undefined, (true | string)[]]>([
  ['the system', { kind: 'system' }, Array(7).fill(true)],
  ['an administrator', admin, [notAllowed, ...Array(6).fill(true)]],
  ['a reviewer', reviewer, [notAllowed, ...Array(6).fill(true)]],
  ['a viewer', viewer, [notAllowed, true, true, ...Array(4).fill(roleMayNot)]],
  ['an API key', key, [notAllowed, true, true, ...Array(4).fill(notAllowed)]],
  ['a stranger', stranger, Array(7).fill(signIn)],
  [
    'a browser without a cookie',
    applicantWith(null),
    [
      `not-signed-in: ${refusals.noDraftCookie}`,
      signIn,
      'not-signed-in: Please sign in to open this document',
      ...Array(4).fill(signIn),
    ],
  ],
  [
    'a browser with the cookie of another draft',
    applicantWith('other'),
    [notOpen, ...Array(6).fill(unknown)],
  ],
])('allows %s the right actions on a submitted application', async (_, actor, expected) => {
  const { signed, outcome } = await stage()
  expect(permissions.map((permission) => outcome(actor ?? stranger, permission, signed))).toEqual(
    expected,
  )
})

test('lets an applicant write a draft and read the signed document', async () => {
  const { app, draft, signed, drafter, signer, outcome } = await stage()
  const all = (actor: Actor, id: string) => permissions.map((each) => outcome(actor, each, id))
  expect(all(drafter, draft)).toEqual([true, ...Array(6).fill(unknown)])
  expect(all(signer, signed)).toEqual([true, unknown, true, ...Array(4).fill(unknown)])
  transact(app.deps, (tx) => endFormBrowsers(tx, stored(app, draft).application.seq))
  expect(all(drafter, draft)).toEqual([notOpen, ...Array(6).fill(unknown)])
})

test('lets clients read and change their own application unless it is closed', async () => {
  const { app, draft, signed, client, outcome } = await stage()
  const all = (id: string, of = id) => permissions.map((each) => outcome(client(of), each, id))
  const own = [notAllowed, true, true, true, ...Array(3).fill(notAllowed)]
  expect(all(signed)).toEqual(own)
  expect(all(draft, signed)).toEqual(Array(7).fill(unknown))
  const early = `not-allowed: ${refusals.documentNotReady}`
  expect(all(draft)).toEqual([notAllowed, true, early, true, ...Array(3).fill(notAllowed)])
  app.deps.db.orm
    .update(applications)
    .set({ closedOn: '2026-11-20' })
    .where(eq(applications.id, signed))
    .run()
  expect(all(signed)).toEqual(own.with(3, `conflict: ${refusals.accountClosed}`))
})

test('opens a document by the first credential that allows it, or refuses with the most helpful reason', async () => {
  const { app, draft, signed, drafter, signer, client } = await stage()
  const opened = (actors: Actor[], id = signed, kind: 'signed' | 'countersigned' | null = null) =>
    outcomeOf(() => {
      const { application, actor, kind: opens } = authorizeDocument(app.deps, actors, id, kind)
      return [application.id, actor.kind, opens]
    })
  expect(opened([drafter, signer, admin])).toEqual([signed, 'applicant', 'signed'])
  expect(opened([signer, client(signed)], signed, 'countersigned')).toEqual([
    ...[signed, 'client', 'countersigned'],
  ])
  expect(opened([signer], signed, 'countersigned')).toBe(unknown)
  expect(opened([stranger, admin], draft)).toEqual([draft, 'admin', null])
  expect(opened([])).toBe(signIn)
  expect(opened([stranger, drafter])).toBe(unknown)
  expect(opened([drafter, client(draft)], draft)).toBe(`not-allowed: ${refusals.documentNotReady}`)
  expect(opened([client(draft), { ...admin, lacksSecondFactor: true }], draft)).toBe(
    `second-factor: ${refusals.secondFactorFirst}`,
  )
  app.deps.db.sqlite.close()
  expect(opened([admin, stranger])).toBeInstanceOf(TypeError)
})
