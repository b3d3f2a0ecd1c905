import type { Db } from './open.ts'

declare const writing: unique symbol

/** The connection while a write transaction is open on it. Only `transact` makes one. */
export type WritingDb = Db & { readonly [writing]: true }

/** The parameter of a function that may only run inside a write transaction. */
export type Writing<D extends { db: Db }> = D & { db: WritingDb }

/**
 * Runs the work in a transaction that holds the write lock from its start, so that what it reads cannot change before it
 * writes. Inside another transaction it becomes part of that one. The work cannot be asynchronous.
 */
export function transact<D extends { db: Db }, Result>(
  deps: D,
  work: (deps: Writing<D>) => Result,
): Result {
  return deps.db.sqlite.transaction(() => work(deps as Writing<D>)).immediate()
}
