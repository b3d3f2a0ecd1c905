import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { Deps } from '#src/deps.ts'
import { seconds } from '#src/domain/calendar.ts'

const shutdownTimeout = seconds(3)

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
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch {
    // it has ended already, or the system allows none of this
  }
  let kill: NodeJS.Timeout | undefined
  const interrupt = () => {
    child.kill('SIGINT')
    kill = setTimeout(() => child.kill('SIGKILL'), shutdownTimeout)
  }
  stopping.addEventListener('abort', interrupt)
  try {
    return await new Promise((resolve) => {
      child.once('exit', (code) => resolve(code === 0))
      child.once('error', (err) => {
        log.error({ err, command: args[0] }, 'a command could not be begun')
        resolve(false)
      })
    })
  } finally {
    clearTimeout(kill)
    stopping.removeEventListener('abort', interrupt)
  }
}
