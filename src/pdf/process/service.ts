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

/** All methods except `ready` reject with PdfBusy or PdfFailed. Networks take turns. */
export type PdfService = {
  /** Resolves once signatures no longer have to wait for their process to start. Never rejects. */
  ready: Promise<unknown>
  render(sheet: ApplicationSheet, network?: string): Promise<Uint8Array>
  /** Never waits for a document. */
  signature(drawing: string | Uint8Array, network?: string): Promise<SignatureReading>
  /** Reads a PNG, or an SVG as text, and returns a PNG. */
  logo(logo: string | Uint8Array): Promise<Uint8Array>
  /** Refuses new work and finishes the accepted work. */
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

export type Answer = { ready: true } | { made: Made[Task['kind']] } | { failed: string }

/** `timeout` is in milliseconds, once for the wait and once for the task. `memory` is in resident bytes. */
const defaultLimits = { timeout: 30_000, memory: 400 * 1024 * 1024, waiting: 32 }

type Limits = typeof defaultLimits

/**
 * Starts one process for documents and one for signatures, so that no drawing can block or crash the server, and a
 * signer never waits for a document.
 */
export function createPdfService({ childPath, log, limits }: PdfServiceOptions): PdfService {
  const all = { ...defaultLimits, ...limits }
  const documents = drawingProcess('documents', { childPath, log, limits: all })
  const signatures = drawingProcess('signatures', { childPath, log, limits: all })
  return {
    ready: signatures.start(),
    render: (sheet, network) => documents.take({ kind: 'document', sheet }, network),
    signature: (drawing, network) => signatures.take({ kind: 'signature', drawing }, network),
    logo: (logo) => documents.take({ kind: 'logo', logo }),
    async close() {
      await Promise.all([documents.close(), signatures.close()])
    },
  }
}

type Role = 'documents' | 'signatures'

type Running = { child: ChildProcess; ready: Promise<unknown> }

function drawingProcess(role: Role, options: Required<PdfServiceOptions> & { limits: Limits }) {
  const { childPath, log, limits } = options
  const inTurn = fairQueue({ atOnce: 1, mostWaiting: limits.waiting })
  const accepted = new Set<Promise<unknown>>()
  const closing = new AbortController()
  let current: Running | null = null

  function take<Kind extends Task['kind']>(
    task: Task & { kind: Kind },
    network = '',
  ): Promise<Made[Kind]> {
    if (closing.signal.aborted) return Promise.reject(new PdfBusy('The server is about to stop'))
    const since = performance.now()
    const result = inTurn(network, () => {
      if (performance.now() - since > limits.timeout) throw new PdfBusy('It waited too long')
      return run(task)
    }).catch((error) => {
      throw error instanceof QueueFull ? new PdfBusy(`Too many ${role} wait`) : error
    })
    accepted.add(result)
    result.finally(() => accepted.delete(result)).catch(() => {})
    return result as Promise<Made[Kind]>
  }

  async function run(task: Task) {
    try {
      return await ask(running(), task, limits)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      // the log must not contain a name that somebody has typed
      const application = task.kind === 'document' ? task.sheet.id : undefined
      log.warn({ task: task.kind, application, reason }, 'A drawing process failed')
      // the library may be in any state after a failure
      current?.child.kill('SIGKILL')
      current = null
      if (!closing.signal.aborted) running()
      throw new PdfFailed(reason)
    }
  }

  function running(): Running {
    if (current) return current
    const started = startProcess(childPath, role)
    started.child.on('exit', () => {
      if (current === started) current = null
    })
    current = started
    return started
  }

  return {
    take,
    start: () => running().ready,
    async close() {
      closing.abort()
      await Promise.allSettled(accepted)
      if (!current) return
      const ended = once(current.child, 'exit')
      current.child.kill('SIGKILL')
      await ended
    },
  }
}

/**
 * Starts a process without any secret. It has a single thread, because threads that collect garbage and compile would
 * use the server's core.
 */
function startProcess(childPath: string, role: Role): Running {
  const { NODE_ENV = 'production', TZ } = process.env
  const child = fork(childPath, [role], {
    execArgv: ['--single-threaded', '--max-old-space-size=192'],
    env: { NODE_ENV, ...(TZ !== undefined && { TZ }) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // `ask` also notices the error
  child.on('error', () => {})
  // a hung child would outlive the server
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.on('exit', () => process.off('exit', kill))
  if (role === 'documents') giveWay(child.pid)
  const events = ['message', 'exit'].map((event) => once(child, event))
  return { child, ready: Promise.race(events).catch(() => {}) }
}

/** Lowers the priority of documents only, because a signer waits for a signature. */
function giveWay(pid: number | undefined) {
  try {
    if (pid) setPriority(pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // the process has ended already, or may not change its priority
  }
}

async function ask({ child, ready }: Running, task: Task, limits: Limits) {
  const over = new AbortController()
  const { signal } = over
  try {
    const answer = await Promise.race([
      ready.then(() => answerTo(child, task, signal)),
      once(child, 'exit', { signal }).then(([code, name]) => fail(`it ended (${name ?? code})`)),
      setTimeout(limits.timeout, null, { signal }).then(() => fail('it took too long')),
      tooMuchMemory(child.pid, limits.memory, signal),
    ])
    if (answer && 'made' in answer) return answer.made
    return fail(answer && 'failed' in answer ? answer.failed : 'no answer')
  } finally {
    over.abort()
  }
}

async function answerTo(child: ChildProcess, task: Task, signal: AbortSignal): Promise<Answer> {
  const answered = once(child, 'message', { signal })
  child.send(task)
  const [answer] = await answered
  return answer
}

function fail(reason: string): never {
  throw new Error(reason)
}

/**
 * Watches the memory, because V8's own limit does not count buffers and a hostile picture can ask for gigabytes. It
 * only works on Linux.
 */
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
