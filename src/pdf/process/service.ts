import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { setInterval, setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import { PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import { fairQueue, QueueFull } from '#src/security/fair-queue.ts'
import type { SignatureReading } from '#src/security/signature-image.ts'

/** All of these reject with PdfBusy or PdfFailed. Networks take turns. */
export type PdfService = {
  render(sheet: ApplicationSheet, network?: string): Promise<Uint8Array>
  signature(drawing: string | Uint8Array, network?: string): Promise<SignatureReading>
  /** Takes a PNG, or an SVG as text; returns a PNG. */
  logo(logo: string | Uint8Array): Promise<Uint8Array>
  /** Takes nothing new and lets accepted work finish. */
  close(): Promise<void>
}

export type PdfServiceOptions = {
  childPath: string
  limits?: Partial<typeof defaultLimits>
  log: Pick<Logger, 'warn'>
}

export type Task =
  | { kind: 'document'; sheet: ApplicationSheet }
  | { kind: 'signature'; drawing: string | Uint8Array }
  | { kind: 'logo'; logo: string | Uint8Array }

export type Made = { document: Uint8Array; signature: SignatureReading; logo: Uint8Array }

export type Answer = { made: Made[Task['kind']] } | { failed: string }

/** `timeout` is in milliseconds, for the wait and again for the task; `memory` in resident bytes. */
const defaultLimits = { timeout: 30_000, memory: 400 * 1024 * 1024, waiting: 32 }

/** One document process, so that no document can block or crash the server. */
export function createPdfService(options: PdfServiceOptions): PdfService {
  const { childPath, log } = options
  const limits = { ...defaultLimits, ...options.limits }
  const inTurn = fairQueue({ atOnce: 1, mostWaiting: limits.waiting })
  const accepted = new Set<Promise<unknown>>()
  const closing = new AbortController()
  let child: ChildProcess | null = null

  function take<Kind extends Task['kind']>(
    task: Task & { kind: Kind },
    network = '',
  ): Promise<Made[Kind]> {
    if (closing.signal.aborted) return Promise.reject(new PdfBusy('The server is about to stop'))
    const since = performance.now()
    const made = inTurn(network, () => {
      if (performance.now() - since > limits.timeout) throw new PdfBusy('It waited too long')
      return run(task)
    }).catch((error) => {
      throw error instanceof QueueFull ? new PdfBusy('Too many documents wait') : error
    })
    accepted.add(made)
    made.finally(() => accepted.delete(made)).catch(() => {})
    return made as Promise<Made[Kind]>
  }

  async function run(task: Task) {
    try {
      return await ask(running(), task, limits)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      // never the name that somebody typed
      const application = task.kind === 'document' ? task.sheet.id : undefined
      log.warn({ task: task.kind, application, reason }, 'The document process failed')
      // the library may be in any state after a failure
      child?.kill('SIGKILL')
      child = null
      if (!closing.signal.aborted) running()
      throw new PdfFailed(reason)
    }
  }

  function running(): ChildProcess {
    if (child) return child
    const started = startProcess(childPath)
    started.on('exit', () => {
      if (child === started) child = null
    })
    child = started
    return started
  }

  return {
    render: (sheet, network) => take({ kind: 'document', sheet }, network),
    signature: (drawing, network) => take({ kind: 'signature', drawing }, network),
    logo: (logo) => take({ kind: 'logo', logo }),
    async close() {
      closing.abort()
      await Promise.allSettled(accepted)
      if (!child) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** It inherits no secret. One thread, because collecting and compiling threads would take the server's core. */
function startProcess(childPath: string): ChildProcess {
  const { NODE_ENV = 'production', TZ } = process.env
  const child = fork(childPath, [], {
    execArgv: ['--single-threaded', '--max-old-space-size=192'],
    env: { NODE_ENV, ...(TZ !== undefined && { TZ }) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // `ask` hears of it
  child.on('error', () => {})
  // one that hangs would outlive its server
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.on('exit', () => process.off('exit', kill))
  try {
    if (child.pid)
      setPriority(child.pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // ended already, or not allowed
  }
  return child
}

async function ask(child: ChildProcess, task: Task, limits: typeof defaultLimits) {
  const over = new AbortController()
  const { signal } = over
  try {
    child.send(task)
    const answer = await Promise.race([
      once(child, 'message', { signal }).then(([answer]: Answer[]) => answer),
      once(child, 'exit', { signal }).then(([code, name]) => fail(`it ended (${name ?? code})`)),
      setTimeout(limits.timeout, null, { signal }).then(() => fail('it took too long')),
      tooMuchMemory(child.pid, limits.memory, signal),
    ])
    if (!answer || 'failed' in answer) return fail(answer?.failed ?? 'no answer')
    return answer.made
  } finally {
    over.abort()
  }
}

function fail(reason: string): never {
  throw new Error(reason)
}

/** V8's own limit does not count buffers, where a hostile picture asks for gigabytes. Works on Linux only. */
async function tooMuchMemory(pid: number | undefined, limit: number, signal: AbortSignal) {
  for await (const _ of setInterval(100, null, { signal }))
    if (residentBytes(pid) > limit) fail('it took too much memory')
}

function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
