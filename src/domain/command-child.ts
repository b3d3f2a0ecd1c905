import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { Deps } from '#src/deps.ts'
import { seconds } from '#src/domain/calendar.ts'

/**
 * In a process of the lowest priority, because it would keep the server from answering. Resolves with whether it
 * succeeded.
 */
export async function runCommand(
  { cli, env, log }: Deps,
  args: string[],
  stopping: AbortSignal,
): Promise<boolean> {
  if (stopping.aborted) return false
  const child = fork(cli, args, {
    // one thread: another for garbage would take a core from the server
    execArgv: ['--single-threaded'],
    env: { ...env.childVariables, DATA_DIR: env.DATA_DIR },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  giveWay(child)
  const ended = new Promise<boolean>((resolve) => {
    child.once('exit', (code) => resolve(code === 0))
    child.once('error', (err) => {
      log.error({ err, command: args[0] }, 'a command could not be begun')
      resolve(false)
    })
  })
  return interruptible(child, ended, stopping, seconds(3))
}

export function giveWay({ pid }: ChildProcess) {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // it has ended already, or the system allows none of this
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
