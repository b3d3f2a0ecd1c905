import type { FromChild } from '#src/domain/low-priority-child.ts'
import { type CheckTask, checkDrillCopy } from './check-copy.ts'
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

function resultOf(task: DrillTask): Promise<unknown> {
  if (task.step === 'find') return findForDrill(task)
  return task.step === 'fetch' ? fetchForDrill(task) : checkDrillCopy(task)
}
