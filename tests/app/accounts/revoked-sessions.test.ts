import { expect, test } from 'vitest'
import type { Deps } from '#src/deps.ts'
import { openAdminSession } from '#src/domain/accounts/admin-sessions.ts'
import { startClientSession } from '#src/domain/accounts/client-sessions.ts'
import { revokeAdminSessions, revokeClientSessions } from '#src/domain/accounts/revoked-sessions.ts'
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
  expect(revokeAdminSessions(store, ' Ann ')).toBe(2)
  expect(left()).toEqual([[2], expect.arrayContaining([1, 1, 2])])
  expect(events()).toEqual(['system: sessions of ann ended'])
  expect(revokeAdminSessions(store, 'ann')).toBe(0)
})

test('all administrators are signed out', () => {
  const { store, left, events } = stage()
  expect(revokeAdminSessions(store, null)).toBe(3)
  expect(left()).toEqual([[], expect.arrayContaining([1, 1, 2])])
  expect(events()).toEqual(['system: sessions of all administrators ended'])
})

test('one customer is signed out everywhere, in any case of the address', () => {
  const { store, left, events } = stage()
  expect(revokeClientSessions(store, 'ANN@example.com')).toBe(2)
  expect(left()).toEqual([expect.arrayContaining([1, 1, 2]), [2]])
  expect(events()).toEqual(['system: sessions of customer 1 ended'])
})

test('all customers are signed out', () => {
  const { store, left, events } = stage()
  expect(revokeClientSessions(store, null)).toBe(3)
  expect(left()).toEqual([expect.arrayContaining([1, 1, 2]), []])
  expect(events()).toEqual(['system: sessions of all customers ended'])
})

test('nobody is signed out when there is no such account', () => {
  const { store, left, events } = stage()
  const before = left()
  expect(() => revokeAdminSessions(store, 'carl')).toThrow(
    expect.objectContaining({ kind: 'unknown' }),
  )
  expect(() => revokeClientSessions(store, 'carl@example.com')).toThrow(
    expect.objectContaining({
      kind: 'unknown',
      message: 'No customer signs in as carl@example.com',
    }),
  )
  expect(left()).toEqual(before)
  expect(events()).toEqual([])
})
