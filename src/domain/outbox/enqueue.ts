import { sql } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { outbox } from '#db/schema/mail.ts'
import type { Deps } from '#src/deps.ts'
import type { Email, EmailRequest } from '#src/mail/email.ts'

/**
 * Puts an email into the outbox, inside the transaction of its change. The same `dedupeKey` is written once for each
 * application, and once among emails about none. The worker wakes after the commit, or `after` milliseconds later.
 */
export function enqueue(deps: Deps, email: Email | EmailRequest, dedupeKey: string, after = 0) {
  const at = deps.now()
  deps.db.orm
    .insert(outbox)
    .values({
      kind: email.kind,
      email,
      dedupeKey,
      state: requests.has(email.kind) ? 'requested' : 'waiting',
      application: 'application' in email ? email.application : null,
      createdAt: at,
      nextAt: at,
    })
    .onConflictDoNothing()
    .run()
  if (after > 0) setTimeout(() => wakeOutbox(deps), after).unref()
  else wakeOutbox(deps)
}

const requests = new Set<string>([
  'link-request',
  'guesses-refused',
] satisfies EmailRequest['kind'][])

/** The account that an email names, as SQL. */
export const emailClient = sql`json_extract(${outbox.email}, '$.client')`

type Wake = (atOnce: boolean) => void

const sleepers = new WeakMap<Db, Set<Wake>>()

/** Calls `wake` after every transaction that leaves an email; answers how to stop. */
export function onEmails({ db }: Pick<Deps, 'db'>, wake: Wake): () => void {
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
