import { longInstant } from '#src/domain/calendar.ts'
import { acceptClock } from '#src/domain/maintenance/clock.ts'
import { type Command, UsageError } from './command.ts'

/** `clock accept`: the operator confirms the clock, and old data may be deleted again. */
export const clock: Command = {
  usage: [
    'clock accept           confirms that the clock is right, so that old data is deleted again',
  ],
  run(store, { say }, args) {
    if (args.join(' ') !== 'accept') throw new UsageError('clock takes one word: accept')
    acceptClock(store)
    say(
      `Accepted: it is ${longInstant(store.env.APP_TIMEZONE, store.now())}. The server deletes what is too old within the hour.`,
    )
  },
}
