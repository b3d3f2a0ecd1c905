import { expect, test } from 'vitest'
import type { Deps } from '#src/deps.ts'
import { openAdminSession } from '#src/domain/accounts/admin-sessions.ts'
import { startClientSession } from '#src/domain/accounts/client-sessions.ts'
import { signOutAdmin, signOutEverybody } from '#src/domain/accounts/revoked-sessions.ts'
import { accountStore } from '../../support/app/account-store.ts'

/** Two sessions of each first account, one of each second. */
function stage() {
  const { store, rows } = accountStore()
  for (const account of [1, 1, 2]) {
    openAdminSession(store, account, 'full')
    startClientSession(store as unknown as Deps, account)
  }
  return {
    store,
    left: () => [
      rows('admin_sessions').map((row) => row.admin),
      rows('client_sessions').map((row) => row.client),
    ],
    events: () => rows('events').map(({ actor_kind, action }) => `${actor_kind}: ${action}`),
  }
}

test('one administrator is signed out everywhere, in any case of the name', () => {
  const { store, left, events } = stage()
  expect(() => signOutAdmin(store, 'carl')).toThrow(expect.objectContaining({ kind: 'unknown' }))
  expect(signOutAdmin(store, ' Ann ')).toBe(2)
  expect(left()).toEqual([[2], expect.arrayContaining([1, 1, 2])])
  expect(events()).toEqual(['system: sessions of ann ended'])
})

test('everybody is signed out', () => {
  const { store, left, events } = stage()
  expect(signOutEverybody(store)).toBe(6)
  expect(left()).toEqual([[], []])
  expect(events()).toEqual(['system: all sessions ended'])
})
