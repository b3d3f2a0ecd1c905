import type { Logger } from 'pino'
import type { Db } from '#db/open.ts'
import type { WritingDb } from '#db/transaction.ts'
import type { PdfService } from '#src/pdf/service.ts'
import type { Env } from './env.ts'
import type { Keys } from './security/keys.ts'
import type { Limits } from './security/limits.ts'

/** Everything that is handed around; made once by the process, or by a test. */
export type Deps = {
  env: Env
  db: Db
  keys: Keys
  limits: Limits
  pdf: PdfService
  /** The operator's logo in base64 as documents show it; `null` without one. */
  documentLogo: string | null
  log: Logger
  /** Called after a transaction that leaves an email to send; see `wakeOutbox`. */
  outboxListeners: Set<(atOnce: boolean) => void>
  /** Reads and failed sign-ins that are still to be recorded, and the writing that is under way. */
  accessQueue: { waiting: ((db: WritingDb) => void)[]; writing: Promise<void> | null }
  /** True once the process has been told to stop; the health check then says so. */
  draining: () => boolean
  /** UTC milliseconds. */
  now: () => number
}
