import { type ChildProcess, fork } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import { PdfFailed } from '#src/pdf/pdf-errors.ts'
import type { FromChild, Task, ToChild } from './messages.ts'
import { watchMemory } from './watch-memory.ts'

export type RendererOptions = {
  childPath: string
  execArgv: string[]
  /** Milliseconds that one task may take. */
  wall: number
  /** Resident bytes that the process may hold while it works. */
  memory: number
}

/** One document process: `ready` once it has loaded its fonts, `ended` with the reason when it is gone. */
export type Renderer = {
  pid: number | undefined
  ready: Promise<void>
  ended: Promise<string>
  make(task: Task): Promise<Uint8Array>
  stop(): void
}

type Job = { id: number; done: (result: Uint8Array | PdfFailed) => void }

const startWall = 30_000

/** A document takes one core: threads that collect its garbage or compile beside it would take the server's too. */
const oneThread = ['--single-threaded']

/**
 * Starts a document process. One task at a time: `make` rejects with PdfFailed when the task, its time, its memory or
 * the process gives out. It inherits no secret: of the environment it sees NODE_ENV and TZ.
 */
export function startRenderer(options: RendererOptions): Renderer {
  const child = fork(options.childPath, [], {
    execArgv: [...oneThread, '--max-old-space-size=192', ...options.execArgv],
    env: bareEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  giveWay(child)
  let jobs = 0
  let job: Job | null = null
  let cause = ''

  const kill = (reason: string) => {
    cause ||= reason
    child.kill('SIGKILL')
  }
  // one that hangs would go on for ever without its server
  const killAtExit = () => kill('the server ended')
  process.once('exit', killAtExit)
  const ended = endOf(child).then((reason) => {
    process.off('exit', killAtExit)
    return cause || reason
  })
  const startTimer = setTimeout(() => kill('did not start in time'), startWall)
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message: FromChild) => {
      if (message.kind === 'ready') return resolve()
      if (message.kind === 'failed' && !job) cause ||= `failed: ${message.reason}`
      if (message.job !== job?.id) return
      job.done(message.kind === 'made' ? message.bytes : new PdfFailed(message.reason))
    })
    ended.then((reason) => reject(new PdfFailed(`The document process ${reason}`)))
  }).finally(() => clearTimeout(startTimer))
  // Callers get the error; a start that nobody waits for must not end the server.
  ready.catch(() => {})

  async function make(task: Task): Promise<Uint8Array> {
    const timer = setTimeout(() => kill('took too long'), options.wall)
    const unwatch = watchMemory(child.pid, options.memory, () => kill('took too much memory'))
    const id = ++jobs
    const result = await new Promise<Uint8Array | PdfFailed>((done) => {
      job = { id, done }
      ended.then((reason) => done(new PdfFailed(`The document process ${reason}`)))
      child.send({ job: id, task } satisfies ToChild, (error) => {
        if (error) done(new PdfFailed(error.message))
      })
    })
    job = null
    clearTimeout(timer)
    unwatch()
    if (result instanceof PdfFailed) throw result
    return result
  }

  return { pid: child.pid, ready, ended, make, stop: () => kill('was stopped') }
}

function bareEnvironment(): Record<string, string> {
  const { NODE_ENV, TZ } = process.env
  return { NODE_ENV: NODE_ENV ?? 'production', ...(TZ === undefined ? {} : { TZ }) }
}

/** Where processors are few, a document gives way to pages; nobody may take more than the server itself has. */
function giveWay({ pid }: ChildProcess) {
  if (!pid) return
  try {
    setPriority(pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // it has ended already, or the system allows none of this: it is as quick as the server then
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(`ended (${signal ?? code})`))
    child.on('error', (error) => {
      if (child.pid === undefined) resolve(`could not start: ${error.message}`)
    })
  })
}
