import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Deps } from '#src/deps.ts'
import { hours, minutes } from '#src/domain/calendar.ts'
import {
  clientOfSession,
  removeExpiredClientSessions,
  startClientSession,
} from '#src/domain/clients/client-sessions.ts'
import { hashToken } from '#src/security/tokens.ts'
import { accountStore } from '../../support/app/account-store.ts'

function stage() {
  const { store, clock, rows } = accountStore()
  const deps = store as unknown as Deps
  const start = (client: number) => startClientSession(deps, client)
  /** Finds the account of a session, and waits until the use of the session is noted. */
  const find = async (token: string) => {
    const found = clientOfSession(deps, token)?.id ?? null
    await setImmediate()
    return found
  }
  return { deps, clock, start, find, rows: () => rows('client_sessions') }
}

test('opens the session of the right customer by a secret that is not stored', async () => {
  const { deps, start, find, rows } = stage()
  const [mine, other] = [start(1), start(2)]
  expect([
    await find(mine),
    await find(other),
    await find('x'),
    await find(hashToken(mine)),
  ]).toEqual([1, 2, null, null])
  expect(JSON.stringify(rows())).not.toContain(mine)
  expect(clientOfSession(deps, mine)).toEqual({
    kind: 'client',
    id: 1,
    application: 1,
    email: 'ann@example.com',
    sessionHash: hashToken(mine),
  })
})

describe('a session ends', () => {
  test('ends a portal session after two idle hours', async () => {
    const { clock, start, find } = stage()
    const [seen, idle] = [start(1), start(1)]
    clock.now += hours(2) - 1
    expect(await find(seen)).toBe(1)
    clock.now += 1
    expect([await find(seen), await find(idle)]).toEqual([1, null])
  })

  test('ends a portal session after a day', async () => {
    const { clock, start, find } = stage()
    const token = start(1)
    for (let hour = 1; hour < 24; hour++) {
      clock.now += hours(1)
      expect(await find(token)).toBe(1)
    }
    clock.now += hours(1) - 1
    expect(await find(token)).toBe(1)
    clock.now += 1
    expect(await find(token)).toBeNull()
  })

  test('ends a customer’s oldest session, and nobody else’s, at the eleventh sign-in', async () => {
    const { clock, start, find } = stage()
    const other = start(2)
    const mine = Array.from({ length: 10 }, () => {
      clock.now += 1000
      return start(1)
    })
    expect(await Promise.all(mine.map(find))).toEqual(Array(10).fill(1))
    clock.now += 1000
    const eleventh = start(1)
    expect(await Promise.all([eleventh, ...mine].map(find))).toEqual([1, null, ...Array(9).fill(1)])
    expect(await find(other)).toBe(2)
  })
})

test('notes that a portal session is in use once a minute', async () => {
  const { clock, start, find, rows } = stage()
  const token = start(1)
  const begun = clock.now
  const notedAfter = async (elapsed: number) => {
    clock.now = begun + elapsed
    await find(token)
    return (rows()[0]?.last_seen_at as number) - begun
  }
  expect(await notedAfter(minutes(1) - 1)).toBe(0)
  expect(await notedAfter(minutes(1))).toBe(minutes(1))
})

test('removes only expired portal sessions in the clean-up', async () => {
  const { deps, clock, start, find, rows } = stage()
  const [used] = [start(1), start(2)]
  const left = () => {
    removeExpiredClientSessions(deps)
    return rows().map((row) => row.token_hash)
  }
  clock.now += hours(1)
  await find(used)
  clock.now += hours(1)
  expect(left()).toHaveLength(2)
  clock.now += 1
  expect(left()).toEqual([hashToken(used)])
  clock.now += hours(1)
  expect(left()).toEqual([])
})
