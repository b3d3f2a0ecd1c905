import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { ChainScan } from '#src/domain/audit/chain.ts'
import type { FromChainChild } from '#src/domain/audit/chain-child.ts'

/** Checks the rows of a chain in a child process of the lowest priority. Rejects when it fails or `signal` ends it. */
export async function scanInChild(
  childPath: string,
  task: { path: string; key: Buffer },
  signal: AbortSignal,
): Promise<ChainScan> {
  signal.throwIfAborted()
  const child = fork(childPath, [], {
    // one thread: collecting garbage beside it would take a core from the server
    execArgv: ['--single-threaded'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  giveWay(child)
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  signal.addEventListener('abort', kill)
  return new Promise<ChainScan>((resolve, reject) => {
    let answer: FromChainChild | null = null
    child.on('message', (message: FromChainChild) => {
      answer = message
      // it ends without its parent
      child.disconnect()
    })
    child.on('exit', (code, by) => {
      if (answer?.kind === 'scan') resolve(answer.scan)
      else reject(new Error(answer?.reason ?? `The process ended (${by ?? code})`))
    })
    child.on('error', reject)
    child.send(task)
  }).finally(() => {
    process.off('exit', kill)
    signal.removeEventListener('abort', kill)
  })
}

function giveWay({ pid }: ChildProcess) {
  if (!pid) return
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // it has ended already, or the system allows none of this
  }
}
