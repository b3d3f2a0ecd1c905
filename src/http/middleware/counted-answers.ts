import type { Logger } from 'pino'
import { hours } from '#src/domain/durations.ts'

export type CountedAnswers = { count: (address: string) => void; tell: () => void }

/**
 * Pages from memory are counted instead of logged: one line an hour says how many each address got, and `tell` says
 * it at once, as when the server stops.
 */
export function countedAnswers(log: Pick<Logger, 'info'>, every = hours(1)): CountedAnswers {
  const answers = new Map<string, number>()
  setInterval(tell, every).unref()

  function tell() {
    if (answers.size === 0) return
    log.info({ answers: Object.fromEntries(answers) }, 'answered from memory')
    answers.clear()
  }

  return { count: (address) => void answers.set(address, (answers.get(address) ?? 0) + 1), tell }
}
