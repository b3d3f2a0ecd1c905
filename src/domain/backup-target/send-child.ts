import type { FromChild } from '#src/domain/low-priority-child.ts'
import { type SendTask, type Sent, sendCopy } from './send.ts'

// Sends a copy in a process of its own. Credentials arrive over IPC, so that they are in no command line. Ends with its
// parent.

process.on('disconnect', () => process.exit(0))
// a terminal signals it too, but the parent decides when it ends
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

process.on('message', async (task: SendTask) => {
  process.send?.(await answerOf(task))
})

async function answerOf(task: SendTask): Promise<FromChild<Sent>> {
  try {
    return { kind: 'done', result: await sendCopy(task) }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}
