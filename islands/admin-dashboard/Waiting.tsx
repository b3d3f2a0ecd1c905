import { workingDaysBetween } from '#src/ui/record/dates.ts'

/** The promise to applicants: an answer within 2-3 business days. */
const promised = 3

/** How long a submitted application has waited; later than promised is marked in words and colour. Dates as `YYYY-MM-DD`. */
export function Waiting({ since, today }: { since: string | null; today: string }) {
  if (!since) return null
  const days = workingDaysBetween(since, today)
  const late = days > promised
  return (
    <small className={late ? 'waiting waiting-late' : 'waiting'}>
      {`Waiting ${days} working ${days === 1 ? 'day' : 'days'}${late ? ', late' : ''}`}
    </small>
  )
}
