import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { Deps } from '#src/deps.ts'
import { seconds } from '#src/domain/calendar.ts'

/** What a child writes to its pipe: the parts of its answer, in order, or why it failed. */
export type ChildMessage = { part: unknown } | { failed: { name: string; message: string } }

/**
 * Runs a task in a process of the lowest priority, because the task would keep the server from answering. The child
 * only reads the database. Each part of its answer is passed to `take`. Rejects when the child failed or was ended.
 */
export async function runTask<Part>(
  { cli, env }: Deps,
  task: { name: string },
  take: (part: Part) => Promise<unknown> | unknown,
  stopping: AbortSignal,
): Promise<void> {
  stopping.throwIfAborted()
  const child = fork(cli, ['task', JSON.stringify(task)], {
    // one thread, because a second one for garbage collection would take a core from the server
    execArgv: ['--single-threaded'],
    env: { ...env.childVariables, DATA_DIR: env.DATA_DIR },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  giveWay(child)
  let taken: Promise<unknown> = Promise.resolve()
  let failure: Error | undefined
  child.on('message', (message: ChildMessage) => {
    if ('failed' in message) failure = Object.assign(new Error(), message.failed)
    else taken = taken.then(() => take(message.part as Part))
    // it is awaited once the child has ended
    taken.catch(() => {})
  })
  const ended = new Promise<string | null>((resolve, reject) => {
    child.once('close', (code, signal) => resolve(code === 0 ? null : String(signal ?? code)))
    child.once('error', reject)
  })
  const end = await interruptible(child, ended, stopping, seconds(3))
  await taken
  stopping.throwIfAborted()
  if (failure) throw failure
  if (end !== null) throw new Error(`The process for the task "${task.name}" ended with ${end}`)
}

/** For a task whose answer has one part. */
export async function onlyAnswer<Answer>(
  deps: Deps,
  task: { name: string },
  stopping: AbortSignal,
): Promise<Answer> {
  let answer: { part: Answer } | undefined
  const take = (part: Answer) => {
    answer = { part }
  }
  await runTask<Answer>(deps, task, take, stopping)
  if (!answer) throw new Error(`The task "${task.name}" was not answered`)
  return answer.part
}

export function giveWay({ pid }: ChildProcess) {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // the child has already ended, or the system does not allow a lower priority
  }
}

export async function interruptible<T>(
  child: ChildProcess,
  ended: Promise<T>,
  signal: AbortSignal,
  patience: number,
): Promise<T> {
  let kill: NodeJS.Timeout | undefined
  const interrupt = () => {
    child.kill('SIGINT')
    kill = setTimeout(() => child.kill('SIGKILL'), patience)
  }
  if (signal.aborted) interrupt()
  else signal.addEventListener('abort', interrupt)
  try {
    return await ended
  } finally {
    clearTimeout(kill)
    signal.removeEventListener('abort', interrupt)
  }
}
