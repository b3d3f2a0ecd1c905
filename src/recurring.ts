import type { Deps } from './deps.ts'
import { backUpWhenDue } from './domain/backup/schedule.ts'
import { documentQueue } from './domain/documents/issue.ts'
import { hours, minutes, seconds } from './domain/durations.ts'
import { webhookQueue } from './domain/integrations/webhook-delivery.ts'
import type { Queue, Schedule } from './domain/jobs/loop.ts'
import { emailQueue } from './domain/mailing/delivery.ts'
import { cleanUp } from './domain/maintenance/clean-up.ts'
import { checkAtNight } from './domain/maintenance/history-check.ts'

/** What is done right after a change, or tried again until it is done. */
export const queues = (deps: Deps): Queue[] => [
  documentQueue(deps),
  ...(deps.env.SEND_NOTHING ? [] : [emailQueue(deps), webhookQueue(deps)]),
]

/** What is done by the clock. The first times are spread, and come after the first requests. */
export const schedules: Schedule[] = [
  // expired rows are refused anyway
  {
    name: 'clean-up',
    first: seconds(2),
    every: hours(1),
    run: (deps, { ran }) => cleanUp(deps, ran),
  },
  {
    name: 'backups',
    first: minutes(1),
    every: minutes(1),
    run: (deps, { stopping }) => backUpWhenDue(deps, stopping),
  },
  {
    name: 'nightly check',
    first: minutes(10),
    every: hours(1),
    run: (deps, { stopping }) => checkAtNight(deps, stopping),
  },
]
