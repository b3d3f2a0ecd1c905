import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import { hours, minutes } from '#src/domain/calendar.ts'
import {
  findAdminSession,
  openAdminSession,
  removeExpiredAdminSessions,
} from '#src/domain/staff/admin-sessions.ts'
import { hashToken } from '#src/security/tokens.ts'
import { accountStore } from '../../support/app/account-store.ts'

function stage() {
  const { store, clock, rows } = accountStore()
  const open = (admin: number, at: 'full' | 'challenge' = 'full') =>
    hashToken(openAdminSession(store, admin, at))
  /** Finds the account of a session, and waits until the use of the session is noted. */
  const find = async (hash: string, at: 'full' | 'challenge' = 'full') => {
    const found = findAdminSession(store, hash, at)?.username ?? null
    await setImmediate()
    return found
  }
  return { store, clock, open, find, rows: () => rows('admin_sessions') }
}

test('opens the session of the right administrator and stage by a secret that is not stored', async () => {
  const { store, open, find, rows } = stage()
  const token = openAdminSession(store, 1, 'full')
  const [ann, bob, pending] = [hashToken(token), open(2), open(1, 'challenge')]
  expect(await find(ann)).toBe('ann')
  expect(await find(bob)).toBe('bob')
  expect(await find(pending, 'challenge')).toBe('ann')
  expect([
    await find(pending),
    await find(ann, 'challenge'),
    await find(token),
    await find(''),
  ]).toEqual(Array(4).fill(null))
  expect(JSON.stringify(rows())).not.toContain(token)
  expect(findAdminSession(store, ann, 'full')).toEqual({
    kind: 'admin',
    id: 1,
    username: 'ann',
    role: 'administrator',
    sessionHash: ann,
    byProvider: false,
    lacksSecondFactor: false,
  })
})

describe('a session ends', () => {
  test('ends a back office session after it was idle for half an hour', async () => {
    const { clock, open, find } = stage()
    const [seen, idle] = [open(1), open(1)]
    clock.now += minutes(30) - 1
    expect(await find(seen)).toBe('ann')
    clock.now += 1
    expect([await find(seen), await find(idle)]).toEqual(['ann', null])
  })

  test('ends a back office session after ten hours of work', async () => {
    const { clock, open, find } = stage()
    const session = open(1)
    for (let worked = 0; worked < hours(10) - minutes(20); worked += minutes(20)) {
      clock.now += minutes(20)
      expect(await find(session)).toBe('ann')
    }
    clock.now += minutes(20) - 1
    expect(await find(session)).toBe('ann')
    clock.now += 1
    expect(await find(session)).toBeNull()
  })

  test('ends an administrator’s oldest session, and nobody else’s, at the sixth sign-in', async () => {
    const { clock, open, find } = stage()
    const [other, pending] = [open(2), open(1, 'challenge')]
    const mine = Array.from({ length: 5 }, () => {
      clock.now += 1000
      return open(1)
    })
    expect(await Promise.all(mine.map((hash) => find(hash)))).toEqual(Array(5).fill('ann'))
    const more = Array.from({ length: 6 }, () => open(1, 'challenge'))
    expect(await Promise.all(mine.map((hash) => find(hash)))).toEqual(Array(5).fill('ann'))
    // a clock that was set back must not end the session that is just opened
    clock.now -= minutes(1)
    const sixth = open(1)
    expect(await Promise.all([sixth, ...mine].map((hash) => find(hash)))).toEqual([
      'ann',
      null,
      ...Array(4).fill('ann'),
    ])
    expect(await find(other)).toBe('bob')
    for (const hash of [pending, ...more]) expect(await find(hash, 'challenge')).toBe('ann')
  })
})

test('notes that a session is in use once a minute', async () => {
  const { clock, open, find, rows } = stage()
  const session = open(1)
  const begun = clock.now
  const notedAfter = async (elapsed: number) => {
    clock.now = begun + elapsed
    await find(session)
    return (rows()[0]?.last_seen_at as number) - begun
  }
  expect(await notedAfter(minutes(1) - 1)).toBe(0)
  expect(await notedAfter(minutes(1))).toBe(minutes(1))
})

test('opens nothing with the session of a disabled account', async () => {
  const { store, clock, open, find } = stage()
  const [ann, bob] = [open(1), open(2)]
  store.db.orm.update(admins).set({ disabledAt: clock.now }).where(eq(admins.id, 1)).run()
  expect([await find(ann), await find(bob)]).toEqual([null, 'bob'])
})

test('removes only expired sessions in the clean-up', async () => {
  const { store, clock, open, rows } = stage()
  const left = () => {
    removeExpiredAdminSessions(store)
    return rows().map((row) => row.token_hash)
  }
  const [full] = [open(1), open(2, 'challenge')]
  clock.now += minutes(5)
  expect(left()).toHaveLength(2)
  clock.now += 1
  expect(left()).toEqual([full])
  clock.now += minutes(25)
  expect(left()).toEqual([])
})
