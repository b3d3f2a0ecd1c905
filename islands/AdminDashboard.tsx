import { businessTypes } from '#src/forms/fields/choices.ts'
import { PieChart } from '#src/ui/admin/PieChart.tsx'
import { StatCards } from '#src/ui/admin/StatCards.tsx'
import { ApplicationsTable } from './admin-dashboard/ApplicationsTable.tsx'
import { Finder } from './admin-dashboard/Finder.tsx'
import { MonthlyChart } from './admin-dashboard/MonthlyChart.tsx'
import { Updates } from './admin-dashboard/Updates.tsx'
import { type DashboardData, useDashboard } from './admin-dashboard/use-dashboard.ts'
import type { AnswerTimes } from './admin-dashboard/Waiting.tsx'

export type Props = DashboardData & {
  /** `YYYY-MM-DD` in `timezone`. */
  today: string
  timezone: string
  answerTimes: AnswerTimes
}

/** The dashboard's content, whole as the server sends it; awake, it makes its calls. */
export default function AdminDashboard({ today, timezone, answerTimes, ...given }: Props) {
  const { query, list, analytics, updates, ask } = useDashboard(given)
  return (
    <div className="sections">
      <StatCards analytics={analytics.value} loading={analytics.loading} />
      <div className="charts">
        <MonthlyChart stats={analytics.value.monthlyStats} />
        <PieChart
          title="Applications by Business Type"
          shares={inFormOrder(analytics.value.businessTypeStats)}
        />
      </div>
      <Updates updates={updates.value} timezone={timezone} />
      <Finder query={query} onQuery={ask} />
      <ApplicationsTable
        listing={list.value}
        query={query}
        today={today}
        timezone={timezone}
        answerTimes={answerTimes}
        loading={list.loading}
        onQuery={ask}
      />
    </div>
  )
}

/** In the form's order, so that a type keeps its colour. */
const inFormOrder = (stats: Props['analytics']['businessTypeStats']) =>
  stats.toSorted((a, b) => placeOf(a.name) - placeOf(b.name))

const placeOf = (name: string) => (businessTypes as readonly string[]).indexOf(name)
