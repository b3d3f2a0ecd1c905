import type { Logger } from 'pino'
import type { Db } from '#db/open.ts'
import type { WritingDb } from '#db/transaction.ts'
import type { Env } from './env.ts'
import type { ImportReport } from './forms/customers/customers.ts'
import type { PdfService } from './pdf/process/service.ts'
import type { SealKey } from './pdf/seal/seal-key.ts'
import type { Keys } from './security/keys.ts'
import type { Limits } from './security/limits.ts'
import type { Passwords } from './security/passwords.ts'

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

/** What a process remembers beside its database; a part of Deps. */
export type State = ReturnType<typeof createState>

export const createState = () => ({
  /** Hashes of the set-password links whose password is being stored: the first of several requests goes on. */
  passwordLinks: new Set<string>(),
  /** How many answers with files of each customer arrive now. */
  uploads: new Map<number, number>(),
  /** The last write to each draft that is under way; see `inTurn`. */
  draftWrites: new Map<string, Promise<unknown>>(),
  /** The refresh of Microsoft's access token that is under way, by the sealed refresh token that it uses. */
  tokenRefreshes: new Map<string, Promise<string>>(),
  /** Since when this process makes documents, `null` while it does not; and whether it waited for the clock last time. */
  sealing: { since: null, waitsForClock: false } as {
    since: number | null
    waitsForClock: boolean
  },
  /** The import of customers, one file at a time, and what came of the last one. */
  customerImport: { isUnderWay: false, report: null } as {
    isUnderWay: boolean
    report: ImportReport | null
  },
  /** Whether the free space was below the reserve when it was last looked at. */
  disk: { isFull: false },
  /** Whether the last request through a trusted proxy came without the address of its visitor. */
  proxy: { namesNobody: false },
  /** Until when no copy beside the database is tried, after one that failed. */
  backups: { noCopyUntil: 0 },
  /** Reads and failed sign-ins that are still to be recorded, and the writing that is under way. */
  accessQueue: { waiting: [], writing: null } as {
    waiting: ((db: WritingDb) => void)[]
    writing: Promise<void> | null
  },
})
