import { isBusy as isLockBusy, whenWritable as whenLockFree } from '#db/write-lock.ts'
import type { Store } from '#src/deps.ts'

/** Resolves once this process may write; rejects with an error that `isBusy` knows after some five seconds. */
export const whenWritable = ({ db }: Store): Promise<void> => whenLockFree(db)

/** Another process writes: nothing was changed, and trying again is safe. */
export const isBusy = (error: unknown): boolean => isLockBusy(error)
