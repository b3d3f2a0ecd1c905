import type { ListedApplication } from '#src/ui/admin/records.ts'
import { waitingDays } from '#src/ui/record/waiting-days.ts'

/** On which ISO weekdays applications are answered, and after how many of those an answer is late. */
export type AnswerTimes = { workingDays: number[]; promisedTo: number }

/**
 * How long a submitted application has waited; later than promised is marked in words and colour. Days on which it
 * waited for its customer do not count. `today` is `YYYY-MM-DD`.
 */
export function Waiting({
  application,
  today,
  timezone,
  answerTimes: { workingDays, promisedTo },
}: {
  application: Pick<ListedApplication, 'submittedAt' | 'pauses'>
  today: string
  timezone: string
  answerTimes: AnswerTimes
}) {
  const days = waitingDays(application, { today, timezone, workingDays })
  if (days === null) return null
  const isPaused = application.pauses.some(({ until }) => until === null)
  const late = days > promisedTo
  return (
    <>
      {isPaused && <small className="waiting">Waiting for the customer</small>}
      <small className={late ? 'waiting waiting-late' : 'waiting'}>
        {`${isPaused ? 'Waited' : 'Waiting'} ${days} working ${days === 1 ? 'day' : 'days'}${late ? ', late' : ''}`}
      </small>
    </>
  )
}
