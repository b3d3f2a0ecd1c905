import { expect, test } from 'vitest'
import { draftTokens } from '#db/schema/applications.ts'
import type { Deps } from '#src/deps.ts'
import { findApplication } from '#src/domain/applications/application.ts'
import {
  accessOf,
  extendDraft,
  grantDraft,
  newestOf,
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
