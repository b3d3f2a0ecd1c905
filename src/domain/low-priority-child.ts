import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'

export type FromChild<T> = { kind: 'done'; result: T } | { kind: 'failed'; reason: string }

/** Runs a task in a child process of the lowest priority. Rejects when it fails or `signal` ends it. */
export async function runInChild<T>(
  childPath: string,
  task: object,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted()
  const child = fork(childPath, [], {
    // one thread: collecting garbage beside it would take a core from the server
    execArgv: ['--single-threaded'],
    env: environment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  giveWay(child)
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  signal.addEventListener('abort', kill)
  return new Promise<T>((resolve, reject) => {
    let answer: FromChild<T> | null = null
    child.on('message', (message: FromChild<T>) => {
      answer = message
      // it ends without its parent
      child.disconnect()
    })
    child.on('exit', (code, by) => {
      if (answer?.kind === 'done') resolve(answer.result)
      else reject(new Error(answer?.reason ?? `The process ended (${by ?? code})`))
    })
    child.on('error', reject)
    child.send(task)
  }).finally(() => {
    process.off('exit', kill)
    signal.removeEventListener('abort', kill)
  })
}

/** Secrets stay with the parent. The child needs what says where temporary files go and which authorities are trusted. */
function environment() {
  const { SQLITE_TMPDIR, NODE_EXTRA_CA_CERTS } = process.env
  return {
    ...(SQLITE_TMPDIR && { SQLITE_TMPDIR }),
    ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
  }
}

function giveWay({ pid }: ChildProcess) {
  if (!pid) return
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // it has ended already, or the system allows none of this
  }
}
