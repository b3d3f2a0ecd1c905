import type { Deps } from '#src/deps.ts'
import { dateIn, startOfDay } from './calendar.ts'
import { prepareMonths } from './counted-months.ts'
import { hours } from './durations.ts'

/** Statuses of an application that was handed in: what "completion" counts (contract 5.19). */
const handedIn = ['submitted', 'approved', 'rejected', 'completed']
const shownMonths = 12

/**
 * The dashboard's numbers from counters that triggers keep (spec 3, Analytics; contract 5.19): rates in whole percent,
 * the last twelve months by creation, "today" and months in APP_TIMEZONE.
 */
export function analytics(deps: Pick<Deps, 'db' | 'env' | 'now'>) {
  prepareMonths(deps)
  const counts = deps.db.sqlite
    .prepare<[], Count>('select month, status, count from month_counts where count > 0')
    .all()
  return {
    totalApplications: sum(counts),
    completionRate: rateOf(counts),
    pendingReview: sum(counts.filter(({ status }) => status === 'submitted')),
    approvedToday: approvedToday(deps),
    monthlyStats: lastMonths(deps).map((month) => ({
      month,
      completionRate: rateOf(counts.filter((count) => count.month === month)),
    })),
    businessTypeStats: deps.db.sqlite
      .prepare<[], { name: string; count: number }>(
        'select name, count from type_counts where count > 0 order by count desc, name',
      )
      .all(),
  }
}

/** Applications that stand approved since some time today. */
function approvedToday({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>): number {
  const from = startOfDay(env.APP_TIMEZONE, dateIn(env.APP_TIMEZONE, now()))
  const until = startOfDay(env.APP_TIMEZONE, dateIn(env.APP_TIMEZONE, from + hours(36)))
  const row = db.sqlite
    .prepare<[number, number], { count: number }>(`select count(*) as count
     from applications indexed by applications_by_approval where approved_at >= ? and approved_at < ? and status = 'approved'`)
    .get(from, until)
  return row?.count ?? 0
}

type Count = { month: string; status: string; count: number }

const sum = (counts: Count[]) => counts.reduce((total, { count }) => total + count, 0)

function rateOf(counts: Count[]): number {
  const all = sum(counts)
  const done = sum(counts.filter(({ status }) => handedIn.includes(status)))
  return all === 0 ? 0 : Math.round((100 * done) / all)
}

/** The last twelve months, oldest first, as `yyyy-MM`. */
function lastMonths({ env, now }: Pick<Deps, 'env' | 'now'>): string[] {
  const [year = 0, month = 1] = dateIn(env.APP_TIMEZONE, now()).split('-').map(Number)
  return Array.from({ length: shownMonths }, (_, at) =>
    new Date(Date.UTC(year, month - shownMonths + at, 1)).toISOString().slice(0, 7),
  )
}
