import type { FromChild } from '#src/domain/low-priority-child.ts'
import type { CheckTask } from './check-copy.ts'
import { type FetchTask, type FindTask, fetchForDrill, findForDrill } from './fetch-copy.ts'

// Does one step of a drill in a process of its own. Credentials and keys arrive over IPC, so that they are in no command
// line; the master key never comes here. Ends with its parent.

export type DrillTask =
  | ({ step: 'find' } & FindTask)
  | ({ step: 'fetch' } & FetchTask)
  | ({ step: 'check' } & CheckTask)

process.on('disconnect', () => process.exit(0))
// a terminal signals it too, but the parent decides when it ends
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

process.on('message', async (task: DrillTask) => {
  process.send?.(await answerOf(task))
})

async function answerOf(task: DrillTask): Promise<FromChild<unknown>> {
  try {
    return { kind: 'done', result: await resultOf(task) }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function resultOf(task: DrillTask): Promise<unknown> {
  if (task.step === 'find') return findForDrill(task)
  if (task.step === 'fetch') return fetchForDrill(task)
  // what reads documents is most of the program, and only this step needs it
  const { checkDrillCopy } = await import('./check-copy.ts')
  return checkDrillCopy(task)
}
