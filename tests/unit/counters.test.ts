import { describe, expect, test } from 'vitest'
import { analytics } from '#src/domain/analytics.ts'
import { prepareMonths, scanOfMonths } from '#src/domain/counted-months.ts'
import { statuses } from '#src/domain/status.ts'
import { businessTypes } from '#src/forms/registration-choices.ts'
import { seededRandom } from '../support/random.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

describe('the counters', () => {
  test.each([1, 2, 3])('equal a scan after 500 random writes (seed %i)', (seed) => {
    const house = testApp()
    prepareMonths(house.deps)
    const { sqlite } = house.deps.db
    const random = seededRandom(seed)
    for (let at = 0; at < 500; at++) {
      writeSomething(house, random, at)
      if (at % 50 === 0 || at === 499) expectCountersToEqualScan(house)
    }
    expect(sqlite.prepare('select count(*) as n from applications').get()).not.toEqual({ n: 0 })
  })

  test('stay right when a transaction is rolled back', () => {
    const house = testApp()
    const random = seededRandom(4)
    for (let at = 0; at < 50; at++) writeSomething(house, random, at)
    const before = analytics(house.deps)
    const { sqlite } = house.deps.db
    sqlite.exec('begin')
    for (let at = 50; at < 100; at++) writeSomething(house, random, at)
    sqlite.exec('rollback')
    expect(analytics(house.deps)).toEqual(before)
    expectCountersToEqualScan(house)
  })
})

describe('the analytics', () => {
  test('are zeros in an empty house, with twelve months', () => {
    const numbers = analytics(testApp().deps)
    expect(numbers).toMatchObject({
      totalApplications: 0,
      completionRate: 0,
      pendingReview: 0,
      approvedToday: 0,
      businessTypeStats: [],
    })
    expect(numbers.monthlyStats.map(({ month }) => month)).toEqual([
      ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'],
      ...['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
    ])
  })

  test('count in whole percent what was handed in, whatever became of it', () => {
    const house = testApp()
    for (const status of ['draft', 'submitted', 'approved', 'rejected', 'completed', 'incomplete'])
      insert(house, { status })
    insert(house, { status: 'draft' })
    const { totalApplications, completionRate, pendingReview } = analytics(house.deps)
    expect([totalApplications, completionRate, pendingReview]).toEqual([7, 57, 1])
  })

  test('count business types per pick', () => {
    const house = testApp()
    insert(house, { types: ['LLP', 'Other'] })
    insert(house, { types: ['Other'] })
    insert(house, { types: null })
    expect(analytics(house.deps).businessTypeStats).toEqual([
      { name: 'Other', count: 2 },
      { name: 'LLP', count: 1 },
    ])
  })

  test.each([
    ['Europe/London', '2026-10-31T23:59:59Z', '2026-10'],
    ['Europe/London', '2026-03-31T23:30:00Z', '2026-04'],
    ['Pacific/Auckland', '2026-10-31T11:00:00Z', '2026-11'],
    ['America/New_York', '2026-11-01T03:59:59Z', '2026-10'],
  ])('put an application into its month in %s (%s)', (APP_TIMEZONE, at, month) => {
    const house = testApp({ env: { APP_TIMEZONE } })
    insert(house, { status: 'submitted', createdAt: Date.parse(at) })
    const { monthlyStats } = analytics(house.deps)
    expect(monthlyStats.filter(({ completionRate }) => completionRate === 100)).toEqual([
      { month, completionRate: 100 },
    ])
  })

  test('count again when the time zone is another', () => {
    const house = testApp({ env: { APP_TIMEZONE: 'UTC' } })
    insert(house, { status: 'submitted', createdAt: Date.parse('2026-10-31T23:30:00Z') })
    expect(monthOf(house)).toBe('2026-10')
    house.deps.env.APP_TIMEZONE = 'Europe/Paris'
    expect(monthOf(house)).toBe('2026-11')
    expectCountersToEqualScan(house)
  })

  test('count as approved today what was approved since midnight on the clocks of the time zone', () => {
    const house = testApp({ env: { APP_TIMEZONE: 'Europe/Paris' } })
    house.clock.now = Date.parse('2026-07-10T09:00:00Z')
    for (const at of ['2026-07-09T21:59:59Z', '2026-07-09T22:00:00Z', '2026-07-10T08:00:00Z'])
      insert(house, { status: 'approved', approvedAt: Date.parse(at) })
    insert(house, { status: 'rejected', approvedAt: Date.parse('2026-07-10T08:00:00Z') })
    expect(analytics(house.deps).approvedToday).toBe(2)
  })
})

const monthOf = ({ deps }: TestApp) =>
  analytics(deps).monthlyStats.find(({ completionRate }) => completionRate > 0)?.month

function expectCountersToEqualScan({ deps }: TestApp) {
  const { sqlite } = deps.db
  const months = 'select month, status, count from month_counts where count <> 0'
  expect(sqlite.prepare(`${months} order by 1, 2`).all()).toEqual(
    sqlite.prepare(`${scanOfMonths} order by 1, 2`).all(),
  )
  const types = 'select name, count from type_counts where count <> 0 order by 1'
  const scan = `select value as name, count(*) as count
    from applications, json_each(ifnull(business_types, '[]')) group by 1 order by 1`
  expect(sqlite.prepare(types).all()).toEqual(sqlite.prepare(scan).all())
}

/** One insert, update or delete, as any part of the house might do it. */
function writeSomething(house: TestApp, random: () => number, at: number) {
  const { sqlite } = house.deps.db
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const types = businessTypes.filter(() => random() < 0.4)
  const status = pick(statuses)
  const createdAt = Date.parse('2025-06-01') + Math.floor(random() * 500 * 86_400_000)
  const seq = sqlite
    .prepare<[], { seq: number }>('select seq from applications order by random() limit 1')
    .get()?.seq
  const dice = random()
  if (dice < 0.5 || seq === undefined)
    insert(house, { status, types: random() < 0.2 ? null : types, createdAt, id: `id-${at}` })
  else if (dice < 0.65)
    sqlite.prepare('update applications set status = ? where seq = ?').run(status, seq)
  else if (dice < 0.8)
    sqlite
      .prepare('update applications set business_types = ?, business_name = ? where seq = ?')
      .run(random() < 0.2 ? null : JSON.stringify(types), `Name ${at}`, seq)
  else if (dice < 0.85)
    sqlite.prepare('update applications set created_at = ? where seq = ?').run(createdAt, seq)
  else sqlite.prepare('delete from applications where seq = ?').run(seq)
}

let made = 0

function insert(
  { deps }: TestApp,
  row: {
    id?: string
    status?: string
    types?: string[] | null
    createdAt?: number
    approvedAt?: number
  },
) {
  made += 1
  deps.db.sqlite
    .prepare(
      `insert into applications (id, status, created_at, updated_at, business_types, approved_at)
       values (?, ?, ?, ?, ?, ?)`,
    )
    .run(
      row.id ?? `made-${made}`,
      row.status ?? 'draft',
      row.createdAt ?? deps.now(),
      deps.now(),
      row.types ? JSON.stringify(row.types) : null,
      row.approvedAt ?? null,
    )
}
