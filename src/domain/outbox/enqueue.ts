import { sql } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { outbox } from '#db/schema/mail.ts'
import type { Deps } from '#src/deps.ts'
import type { AskedLetter, Letter } from '#src/mail/letter.ts'

/**
 * Puts a letter into the outbox, inside the transaction of the change that causes it. The same `dedupeKey` is written
 * once for each application, and once among the letters about none. Whoever delivers is woken once the transaction has ended, or `after` so many milliseconds.
 */
export function enqueue(deps: Deps, letter: Letter | AskedLetter, dedupeKey: string, after = 0) {
  const at = deps.now()
  deps.db.orm
    .insert(outbox)
    .values({
      kind: letter.kind,
      letter,
      dedupeKey,
      state: asked.has(letter.kind) ? 'asked' : 'waiting',
      application: 'application' in letter ? letter.application : null,
      createdAt: at,
      nextAt: at,
    })
    .onConflictDoNothing()
    .run()
  if (after > 0) setTimeout(() => wakeOutbox(deps), after).unref()
  else wakeOutbox(deps)
}

const asked = new Set<string>(['link-request', 'guesses-refused'] satisfies AskedLetter['kind'][])

/** The account that a letter names, as SQL. */
export const letterClient = sql`json_extract(${outbox.letter}, '$.client')`

type Wake = (atOnce: boolean) => void

const sleepers = new WeakMap<Db, Set<Wake>>()

/** Calls `wake` after every transaction that leaves a letter; answers how to stop. */
export function onLetters({ db }: Pick<Deps, 'db'>, wake: Wake): () => void {
  const ours = sleepers.get(db) ?? new Set()
  sleepers.set(db, ours.add(wake))
  return () => ours.delete(wake)
}

/**
 * Transactions never wait for anything, so that this one has ended by the time the event loop comes round. `atOnce`
 * also when the server was found down a moment ago: somebody has changed something.
 */
export function wakeOutbox({ db }: Pick<Deps, 'db'>, atOnce = false) {
  setImmediate(() => {
    for (const wake of sleepers.get(db) ?? []) wake(atOnce)
  })
}
