import type { WritingDb } from '#db/transaction.ts'
import { fairQueue } from './security/fair-queue.ts'
import { createPasswords } from './security/passwords.ts'

/** What a process remembers beside its database; a part of Deps. */
export type State = ReturnType<typeof createState>

export const createState = () => ({
  passwords: createPasswords(),
  /** Hashes of the set-password links whose password is being stored: the first of several requests goes on. */
  passwordLinks: new Set<string>(),
  /** Two at once, so that the next name is there before the document process could begin a long document. */
  typedNames: fairQueue({ atOnce: 2, mostWaiting: 16 }),
  /** The last write to each draft that is under way; see `inTurn`. */
  draftWrites: new Map<string, Promise<unknown>>(),
  /** The refresh of Microsoft's access token that is under way, by the sealed refresh token that it uses. */
  tokenRefreshes: new Map<string, Promise<string>>(),
  /** Called after a transaction that leaves an email to send; see `wakeOutbox`. */
  outboxListeners: new Set<(atOnce: boolean) => void>(),
  /** Called after a transaction that leaves a document to make. */
  sealingListeners: new Set<() => void>(),
  /** Since when this process makes documents; `null` while it does not. */
  sealing: { since: null } as { since: number | null },
  /** Called when a file of customers is to be checked or imported. */
  importListeners: new Set<() => void>(),
  /** Begins a recovery drill, while the server may run one, and when the one under way began. */
  drill: { begin: null, since: null } as { begin: (() => void) | null; since: number | null },
  /** Reads and failed sign-ins that are still to be recorded, and the writing that is under way. */
  accessQueue: { waiting: [], writing: null } as {
    waiting: ((db: WritingDb) => void)[]
    writing: Promise<void> | null
  },
})
