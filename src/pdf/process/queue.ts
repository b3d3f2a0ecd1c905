import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import { PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import type { Task } from './messages.ts'
import { type Renderer, startRenderer } from './renderer.ts'

export type PdfQueueOptions = {
  /** The built document process, `dist/pdf-child.js`. */
  childPath: string
  /** Milliseconds until it is started by itself; a document starts it sooner. */
  startAfter?: number
  execArgv?: string[]
  limits?: Partial<typeof defaultLimits>
  log: Pick<Logger, 'info' | 'warn'>
  now: () => number
}

export type PdfQueue = {
  /** A document as a PDF. */
  render(sheet: ApplicationSheet): Promise<Uint8Array>
  /** A typed name as a signature's PNG. */
  signature(name: string): Promise<Uint8Array>
  /** A PNG, or an SVG as text, which has to be self-contained, as a new PNG. */
  logo(logo: string | Uint8Array): Promise<Uint8Array>
  ready(): Promise<void>
  close(): Promise<void>
}

type Job = {
  task: Task
  since: number
  resolve: (bytes: Uint8Array) => void
  reject: (error: PdfBusy | PdfFailed) => void
}

/** Milliseconds, bytes and counts; `wait` is the longest stay in the queue, `documents` the share of one process. */
const defaultLimits = {
  wall: 10_000,
  wait: 30_000,
  memory: 400 * 1024 * 1024,
  documents: 50,
  queue: 20,
}

/**
 * A queue before one document process, so that no document can block or crash the server. All that is asked for rejects
 * with PdfBusy or PdfFailed; `close` takes nothing new and lets accepted work finish.
 */
export function createPdfQueue(options: PdfQueueOptions): PdfQueue {
  const { childPath, startAfter = 0, execArgv = [], log, now } = options
  const limits = { ...defaultLimits, ...options.limits }
  const queue: Job[] = []
  let current: Renderer | null = null
  let isReady = false
  let made = 0
  let working: Promise<void> | null = null
  let closing = false
  const firstStart = setTimeout(running, startAfter)

  function take(task: Task): Promise<Uint8Array> {
    if (closing) return Promise.reject(new PdfBusy('The server is about to stop'))
    const alike = queue.filter((job) => job.task.kind === task.kind).length
    if (alike >= limits.queue) return Promise.reject(new PdfBusy('Too many documents wait'))
    return new Promise((resolve, reject) => {
      // a signature takes an instant, and somebody's submit waits for it: it goes before every document
      const at = task.kind === 'signature' ? queue.filter(isSignature).length : queue.length
      queue.splice(at, 0, { task, since: now(), resolve, reject })
      wake()
    })
  }

  function wake() {
    if (queue.length === 0) return
    working ??= work().finally(() => {
      working = null
      wake()
    })
  }

  async function work(): Promise<void> {
    while (queue.length > 0) {
      try {
        const renderer = running()
        if (!isReady) await renderer.ready
      } catch (error) {
        for (const job of queue.splice(0)) job.reject(failureOf(error))
      }
      const job = current && queue.shift()
      if (!job || !current) continue
      if (now() - job.since > limits.wait) job.reject(new PdfBusy('The document waited too long'))
      else await run(current, job)
    }
  }

  async function run(renderer: Renderer, job: Job): Promise<void> {
    const begun = now()
    const { about, succeeded, failed } = logged(job)
    try {
      const bytes = await renderer.make(job.task)
      job.resolve(bytes)
      log.info({ ...about, bytes: bytes.length, ms: now() - begun }, succeeded)
      made += 1
      if (made >= limits.documents) replace()
      // other requests are answered between two documents
      await setImmediate()
    } catch (error) {
      const failure = failureOf(error)
      job.reject(failure)
      log.warn({ ...about, reason: failure.message, ms: now() - begun }, failed)
      // the library may be in any state after a failure
      replace()
    }
  }

  /** The process, started when there is none. */
  function running(): Renderer {
    clearTimeout(firstStart)
    if (current) return current
    const renderer = startRenderer({ childPath, execArgv, ...limits })
    current = renderer
    isReady = false
    made = 0
    renderer.ready.then(
      () => {
        isReady = current === renderer
      },
      () => {},
    )
    renderer.ended.then((reason) => {
      if (current !== renderer) return
      current = null
      log.warn({ reason }, 'A document process ended')
    })
    return renderer
  }

  function stop() {
    const last = current
    current = null
    last?.stop()
    return last?.ended
  }

  function replace() {
    stop()
    if (!closing) running()
  }

  return {
    render: (sheet) => take({ kind: 'document', sheet }),
    signature: (name) => take({ kind: 'signature', name }),
    logo: (logo) => take({ kind: 'logo', logo }),
    ready: async () => running().ready,
    async close() {
      closing = true
      clearTimeout(firstStart)
      await working
      await stop()
    },
  }
}

const isSignature = ({ task }: Job) => task.kind === 'signature'

const failureOf = (error: unknown) =>
  error instanceof PdfFailed ? error : new PdfFailed(String(error))

/** What the log says of a job: never the name that somebody typed. */
const logged = ({ task }: Job) =>
  task.kind === 'document'
    ? { about: { application: task.sheet.id }, succeeded: 'PDF made', failed: 'PDF failed' }
    : { about: {}, ...pictures[task.kind] }

const pictures = {
  signature: { succeeded: 'Signature drawn', failed: 'Signature failed' },
  logo: { succeeded: 'Logo drawn', failed: 'Logo failed' },
}
