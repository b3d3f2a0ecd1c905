import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import { PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import type { Task } from './messages.ts'
import { type Renderer, startRenderer } from './renderer.ts'

export type PdfPoolOptions = {
  /** The built document process, `dist/pdf-child.js`. */
  childPath: string
  /** Processes kept warm. */
  size?: number
  /** Milliseconds until the first is started by itself; a document starts it sooner. */
  startAfter?: number
  execArgv?: string[]
  limits?: Partial<typeof defaultLimits>
  log: Pick<Logger, 'info' | 'warn'>
  now: () => number
}

export type PdfPool = {
  /** A document as a PDF. */
  render(sheet: ApplicationSheet): Promise<Uint8Array>
  /** A typed name as a signature's PNG. */
  draw(name: string): Promise<Uint8Array>
  ready(): Promise<void>
  close(): Promise<void>
}

type Job = {
  task: Task
  since: number
  resolve: (bytes: Uint8Array) => void
  reject: (error: PdfBusy | PdfFailed) => void
}

type Slot = { renderer: Renderer; state: 'starting' | 'idle' | 'busy' | 'stopping'; made: number }

/** Milliseconds, bytes and counts; `wait` is the longest stay in the queue. */
const defaultLimits = {
  wall: 10_000,
  wait: 30_000,
  memory: 400 * 1024 * 1024,
  documents: 50,
  queue: 20,
}

/**
 * Keeps a document process warm, so that no document can block or crash the server. `render` and `draw` reject with
 * PdfBusy or PdfFailed; `close` takes nothing new and lets accepted work finish.
 */
export function createPdfPool(options: PdfPoolOptions): PdfPool {
  const { childPath, size = 1, startAfter = 0, execArgv = [], log, now } = options
  const limits = { ...defaultLimits, ...options.limits }
  const queue: Job[] = []
  const slots = new Set<Slot>()
  let failedStarts = 0
  let retry: NodeJS.Timeout | null = null
  let closing = false

  const isWorn = (slot: Slot) => slot.made >= limits.documents
  const fresh = () => [...slots].filter((slot) => slot.state !== 'stopping' && !isWorn(slot))

  function start(): void {
    const renderer = startRenderer({
      childPath,
      execArgv,
      wall: limits.wall,
      memory: limits.memory,
    })
    const slot: Slot = { renderer, state: 'starting', made: 0 }
    slots.add(slot)
    renderer.ready.then(
      () => {
        failedStarts = 0
        if (slot.state === 'starting') slot.state = 'idle'
        tend()
      },
      () => {},
    )
    renderer.ended.then((reason) => {
      slots.delete(slot)
      if (slot.state !== 'stopping') log.warn({ reason }, 'A document process ended')
      if (slot.state === 'starting') startFailed(reason)
      tend()
    })
  }

  // A process that cannot start would otherwise be started as fast as it dies.
  function startFailed(reason: string): void {
    failedStarts += 1
    refuseAll(new PdfFailed(`The document process ${reason}`))
    if (closing) return
    retry = setTimeout(
      () => {
        retry = null
        tend()
      },
      Math.min(30_000, 250 * 2 ** failedStarts),
    )
  }

  // Everything that changes comes through here: missing processes are started, worn ones stopped
  // once their successors are warm, and waiting documents handed out.
  function tend(): void {
    const standing = fresh()
    if (!closing && !retry) for (let n = standing.length; n < size; n += 1) start()
    const warm = standing.filter(({ state }) => state !== 'starting').length
    for (const slot of slots) {
      const needless = closing ? queue.length === 0 : isWorn(slot) && warm >= size
      if (needless && slot.state !== 'busy') stop(slot)
    }
    if (closing && slots.size === 0) refuseAll(new PdfBusy('The server is about to stop'))
    for (const slot of [...fresh(), ...slots]) {
      if (slot.state !== 'idle') continue
      const job = nextJob()
      if (job) run(slot, job)
    }
  }

  function nextJob(): Job | undefined {
    for (let job = queue.shift(); job; job = queue.shift()) {
      if (now() - job.since <= limits.wait) return job
      job.reject(new PdfBusy('The document waited too long'))
    }
    return undefined
  }

  function refuseAll(error: PdfBusy | PdfFailed): void {
    for (const job of queue.splice(0)) job.reject(error)
  }

  async function run(slot: Slot, job: Job): Promise<void> {
    slot.state = 'busy'
    const begun = now()
    const { about, made, failed } = logged(job)
    try {
      const bytes = await slot.renderer.make(job.task)
      job.resolve(bytes)
      // Whoever else asked meanwhile is answered between the end of this document and the beginning of the next.
      await setImmediate()
      slot.made += 1
      slot.state = 'idle'
      log.info({ ...about, bytes: bytes.length, ms: now() - begun }, made)
    } catch (error) {
      const failure = error instanceof PdfFailed ? error : new PdfFailed(String(error))
      job.reject(failure)
      log.warn({ ...about, reason: failure.message, ms: now() - begun }, failed)
      // What a failed document leaves behind in the library is anybody's guess.
      stop(slot)
    }
    tend()
  }

  function stop(slot: Slot): void {
    slot.state = 'stopping'
    slot.renderer.stop()
  }

  function take(task: Task): Promise<Uint8Array> {
    if (closing) return Promise.reject(new PdfBusy('The server is about to stop'))
    const alike = queue.filter((job) => job.task.kind === task.kind).length
    if (alike >= limits.queue) return Promise.reject(new PdfBusy('Too many documents wait'))
    return new Promise((resolve, reject) => {
      // A signature takes an instant, and somebody's submit waits for it: it goes before every document.
      const at = task.kind === 'signature' ? queue.filter(isSignature).length : queue.length
      queue.splice(at, 0, { task, since: now(), resolve, reject })
      begin()
    })
  }

  let started: Promise<unknown> | null = null
  const starting = setTimeout(begin, startAfter)

  // The first processes, once; whoever waits for them hears of it when they cannot start.
  function begin(): Promise<unknown> {
    clearTimeout(starting)
    tend()
    started ??= Promise.all([...slots].map(({ renderer }) => renderer.ready))
    started.catch(() => {})
    return started
  }

  return {
    render: (sheet) => take({ kind: 'document', sheet }),
    draw: (name) => take({ kind: 'signature', name }),
    async ready() {
      await begin()
    },
    async close() {
      closing = true
      clearTimeout(starting)
      if (retry) clearTimeout(retry)
      tend()
      while (slots.size > 0) await Promise.all([...slots].map(({ renderer }) => renderer.ended))
    },
  }
}

const isSignature = ({ task }: Job) => task.kind === 'signature'

/** What the log says of a job: never the name that somebody typed. */
const logged = ({ task }: Job) =>
  task.kind === 'document'
    ? { about: { application: task.sheet.id }, made: 'PDF made', failed: 'PDF failed' }
    : { about: {}, made: 'Signature drawn', failed: 'Signature failed' }
