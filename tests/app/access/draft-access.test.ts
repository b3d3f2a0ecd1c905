import { expect, test } from 'vitest'
import { draftTokens } from '#db/schema/applications.ts'
import type { Deps } from '#src/deps.ts'
import { findApplication } from '#src/domain/applications/application.ts'
import {
  accessOf,
  closeDraft,
  extendDraft,
  grantDraft,
  newestOf,
  removeExpiredDraftTokens,
  renewSecret,
} from '#src/domain/applications/draft-access.ts'
import { days } from '#src/domain/durations.ts'
import { hashToken } from '#src/security/tokens.ts'
import { accountStore } from '../../support/app/account-store.ts'

/** Two drafts, the second newer, and the secret of a browser that may write both. */
function twoDrafts() {
  const { store, clock } = accountStore()
  const app = { deps: { ...store, draining: () => false } as unknown as Deps, clock }
  const first = findApplication(store, '0000-0000-0001')
  const second = findApplication(store, '0000-0000-0002')
  const secret = grantDraft(app.deps, first, null)
  expect(grantDraft(app.deps, second, secret)).toBe(secret)
  return { app, first, second, secret, hash: hashToken(secret) }
}

test('a browser keeps its one secret, and one from elsewhere is replaced', () => {
  const { app, first, second, secret, hash } = twoDrafts()
  expect(grantDraft(app.deps, first, secret)).toBe(secret)
  expect(app.deps.db.orm.select().from(draftTokens).all()).toHaveLength(2)
  const other = grantDraft(app.deps, first, 'planted')
  expect(other).toMatch(/^[\w-]{43}$/)
  expect(accessOf(app.deps, first, hashToken('planted'))).toBeNull()
  expect(accessOf(app.deps, first, hashToken(other))).toBe('write')
  expect(accessOf(app.deps, second, hashToken(other))).toBeNull()
  expect(newestOf(app.deps, hash, 'write')?.id).toBe(second.id)
})

test('a new secret opens all that the former one opened', () => {
  const { app, first, second, secret, hash } = twoDrafts()
  const other = grantDraft(app.deps, first, null)
  const renewed = hashToken(renewSecret(app.deps, secret))
  for (const draft of [first, second]) {
    expect(accessOf(app.deps, draft, renewed)).toBe('write')
    expect(accessOf(app.deps, draft, hash)).toBeNull()
  }
  expect(accessOf(app.deps, first, hashToken(other))).toBe('write')
})

test('a draft opens for 30 days after its last save', () => {
  const { app, first, second, hash } = twoDrafts()
  app.clock.now += days(20)
  extendDraft(app.deps, first)
  app.clock.now += days(10)
  expect(accessOf(app.deps, first, hash)).toBe('write')
  expect(accessOf(app.deps, second, hash)).toBeNull()
  expect(newestOf(app.deps, hash, 'write')?.id).toBe(first.id)
  app.clock.now += days(20) - 1
  expect(accessOf(app.deps, first, hash)).toBe('write')
  app.clock.now += 1
  expect(accessOf(app.deps, first, hash)).toBeNull()
  expect(newestOf(app.deps, hash, 'write')).toBeNull()
})

test('what was submitted may be read for seven days, by its browsers only', () => {
  const { app, first, second, hash } = twoDrafts()
  const other = hashToken(grantDraft(app.deps, first, null))
  closeDraft(app.deps, second)
  expect(accessOf(app.deps, first, hash)).toBe('write')
  expect(accessOf(app.deps, second, hash)).toBe('read')
  expect(newestOf(app.deps, hash, 'read')?.id).toBe(second.id)
  expect(newestOf(app.deps, hash, 'write')?.id).toBe(first.id)
  expect(newestOf(app.deps, other, 'read')).toBeNull()
  app.clock.now += days(7) - 1
  expect(accessOf(app.deps, second, hash)).toBe('read')
  app.clock.now += 1
  expect(accessOf(app.deps, second, hash)).toBeNull()
  expect(newestOf(app.deps, hash, 'read')).toBeNull()
})

type App = ReturnType<typeof twoDrafts>['app']

const expiresIn = (app: App, id: number, milliseconds: number) =>
  app.deps.db.orm
    .insert(draftTokens)
    .values({
      id,
      tokenHash: `hash ${id}`,
      application: 1,
      access: 'write',
      expiresAt: app.clock.now + milliseconds,
    })
    .run()

const idsIn = ({ deps }: App) =>
  deps.db.orm
    .select({ id: draftTokens.id })
    .from(draftTokens)
    .orderBy(draftTokens.id)
    .all()
    .map(({ id }) => id)

test('the clean-up removes rights that have run out, and no other', async () => {
  const { app } = twoDrafts()
  app.deps.db.orm.delete(draftTokens).run()
  await removeExpiredDraftTokens(app.deps)
  for (const id of [7, 5006, 5007, 10_006, 10_007, 20_000]) expiresIn(app, id, -1)
  for (const id of [8, 5008, 10_005]) expiresIn(app, id, 0)
  await removeExpiredDraftTokens(app.deps)
  expect(idsIn(app)).toEqual([8, 5008, 10_005])
  app.clock.now += 1
  await removeExpiredDraftTokens({ ...app.deps, draining: () => true })
  expect(idsIn(app)).toEqual([8, 5008, 10_005])
  await removeExpiredDraftTokens(app.deps)
  expect(idsIn(app)).toEqual([])
})

test('the clean-up lets others in between, and stops when the server does', async () => {
  const { app } = twoDrafts()
  app.deps.db.orm.delete(draftTokens).run()
  for (const id of [1, 5000, 5001, 10_001]) expiresIn(app, id, -1)
  let asked = 0
  await removeExpiredDraftTokens({ ...app.deps, draining: () => ++asked > 1 })
  expect(idsIn(app)).toEqual([5001, 10_001])
  const work = removeExpiredDraftTokens(app.deps)
  expect(idsIn(app)).toEqual([10_001])
  await work
  expect(idsIn(app)).toEqual([])
})
