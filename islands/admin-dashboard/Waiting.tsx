import { workingDaysBetween } from '#src/ui/record/dates.ts'

/** On which ISO weekdays applications are answered, and after how many of those an answer is late. */
export type AnswerTimes = { workingDays: number[]; promisedTo: number }

/** How long a submitted application has waited; later than promised is marked in words and colour. Dates as `YYYY-MM-DD`. */
export function Waiting({
  since,
  today,
  answerTimes: { workingDays, promisedTo },
}: {
  since: string | null
  today: string
  answerTimes: AnswerTimes
}) {
  if (!since) return null
  const days = workingDaysBetween(since, today, workingDays)
  const late = days > promisedTo
  return (
    <small className={late ? 'waiting waiting-late' : 'waiting'}>
      {`Waiting ${days} working ${days === 1 ? 'day' : 'days'}${late ? ', late' : ''}`}
    </small>
  )
}
