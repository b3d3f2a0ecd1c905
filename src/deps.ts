import type { Logger } from 'pino'
import type { Db } from '#db/open.ts'
import type { WritingDb } from '#db/transaction.ts'
import type { Admin, ApiKey } from './domain/actor.ts'
import type { CustomerList } from './domain/audit/access-log.ts'
import type { ServerStart } from './domain/clock.ts'
import type { Env } from './env.ts'
import type { PdfService } from './pdf/process/service.ts'
import type { SealKey } from './pdf/seal/seal-key.ts'
import type { Keys } from './security/keys.ts'
import type { Limits } from './security/limits.ts'
import type { Passwords } from './security/passwords.ts'

export type Store = {
  env: Env
  db: Db
  keys: Keys
  passwords: Passwords
  /** UTC milliseconds. */
  now: () => number
  /** Called after a transaction that leaves work for the job loop; see `wakeJobs`. */
  jobListeners: Set<(atOnce: boolean) => void>
}

export type Deps = State &
  Store & {
    limits: Limits
    pdf: PdfService
    /** The path of the built command line, which does heavy work in a separate process. */
    cli: string
    /** The logo in base64, or `null` without a logo. */
    documentLogo: string | null
    operatorKey: SealKey | null
    start: ServerStart
    log: Logger
    draining: () => boolean
    /** Set for a HEAD request. Its answer has no body, so the reader has seen nothing. */
    showsNothing?: true
  }

/** A proxy that passes on too little; see `silentProxyWords`. */
export type SilentProxy = { address: string; isTrusted: boolean; lacksHost: boolean }

export type State = ReturnType<typeof createState>

export const createState = () => ({
  /** The number of answers with files that each customer is uploading now. */
  uploads: new Map<number, number>(),
  /** The last write to each draft; see `inTurn`. */
  draftWrites: new Map<string, Promise<unknown>>(),
  /** The forms and links of the last minute, with their outcomes; see `oncePerMinute`. */
  pressed: new Map<string, { until: number; outcome: unknown }>(),
  tokenRefreshes: new Map<string, Promise<string>>(),
  /** Since when this process has been making documents, or `null` while it makes none. */
  sealing: { since: null, waitsForClock: false } as {
    since: number | null
    waitsForClock: boolean
  },
  disk: { isFull: false },
  proxy: { silent: null as SilentProxy | null },
  /** When the last backup or drill failed in this process, by its name; UTC milliseconds. */
  backups: { failedAt: new Map<string, number>() },
  /** Lists of customers that somebody is reading now, by list and session or key; see `noteListRead`. */
  listsRead: new Map<
    string,
    {
      reader: Admin | ApiKey
      list: CustomerList
      begun: number
      shown: Set<string>
      recorded: number
    }
  >(),
  accessQueue: { waiting: [], writing: null } as {
    waiting: ((db: WritingDb) => void)[]
    writing: Promise<void> | null
  },
})
