import type { Logger } from 'pino'
import type { Db } from '#db/open.ts'
import type { PdfService } from '#src/pdf/process/service.ts'
import type { SealKey } from '#src/pdf/seal/seal-key.ts'
import type { Env } from './env.ts'
import type { Keys } from './security/keys.ts'
import type { Limits } from './security/limits.ts'
import type { Passwords } from './security/passwords.ts'
import type { State } from './state.ts'

/** What the server and the command line work on. */
export type Store = {
  env: Env
  db: Db
  keys: Keys
  passwords: Passwords
  /** UTC milliseconds. */
  now: () => number
  /** Called after a transaction that leaves something to do; see `wakeJobs`. */
  jobListeners: Set<(atOnce: boolean) => void>
}

/** The state and services of the server, made once by it or by a test. */
export type Deps = State &
  Store & {
    limits: Limits
    pdf: PdfService
    /** The built command line, which does heavy work in a process of its own. */
    cli: string
    /** The operator's logo in base64 as documents show it; `null` without one. */
    documentLogo: string | null
    /** The operator's own key for sealing documents, from the file that the environment names; `null` without one. */
    operatorKey: SealKey | null
    log: Logger
    /** True once the process has been told to stop; the health check then says so. */
    draining: () => boolean
  }
