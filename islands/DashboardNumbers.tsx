import type { Analytics, recentUpdates } from '#src/domain/review/dashboard.ts'
import { businessTypes } from '#src/forms/fields/fields.ts'
import { StatCards, Updates } from '#src/ui/admin/dashboard/Cards.tsx'
import { MonthlyChart, PieChart } from '#src/ui/admin/dashboard/Charts.tsx'
import { readCall, useReading } from '#src/ui/forms/readings.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'

export type Props = {
  numbers: Analytics
  updates: ReturnType<typeof recentUpdates>
  timezone: string
}

/** The cards, both charts and the recent updates of the dashboard. */
export default function DashboardNumbers({ timezone, ...served }: Props) {
  const [numbers, , { isReading }] = useReading(served.numbers, () =>
    readCall<Analytics>('/api/analytics', adminToasts.numbersFailed),
  )
  const [updates] = useReading(served.updates, () =>
    readCall<Props['updates']>('/api/applications/recent-updates', adminToasts.updatesFailed),
  )
  const { monthlyStats = [], businessTypeStats = [] } = numbers
  return (
    <div className="sections">
      <StatCards analytics={numbers} isReading={isReading} />
      <div className="charts">
        <MonthlyChart stats={monthlyStats} />
        <PieChart
          title="Applications by Business Type"
          shares={businessTypeStats.toSorted((a, b) => placeOf(a) - placeOf(b))}
        />
      </div>
      <Updates updates={updates} timezone={timezone} />
    </div>
  )
}

/** The colour of a business type follows from its place in the form. */
const placeOf = ({ name }: { name: string }) => (businessTypes as readonly string[]).indexOf(name)
