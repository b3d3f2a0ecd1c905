import type { WritingDb } from '#db/transaction.ts'
import type { ImportReport } from './forms/customers/customers.ts'

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
