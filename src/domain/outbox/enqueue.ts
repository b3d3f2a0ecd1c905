import { and, desc, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { outbox } from '#db/schema/mail.ts'
import type { Deps } from '#src/deps.ts'
import type { Email, EmailRequest } from '#src/mail/email.ts'

/**
 * Puts an email into the outbox, inside the transaction of its change. The same `dedupeKey` is written once for each
 * application. The worker wakes after the commit, or `after` milliseconds later; `document` goes with the email.
 */
export function enqueue(
  deps: Deps,
  email: Email | EmailRequest,
  dedupeKey: string,
  {
    after = 0,
    dueIn = 0,
    document = null,
  }: { after?: number; dueIn?: number; document?: number | null } = {},
) {
  const at = deps.now()
  deps.db.orm
    .insert(outbox)
    .values({
      kind: email.kind,
      email,
      dedupeKey,
      state: requests.has(email.kind) ? 'requested' : 'waiting',
      application: 'application' in email ? email.application : null,
      document,
      createdAt: at,
      nextAt: at + dueIn,
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

/** Discards the emails that have not gone and whose dedupe key begins with a text; they are about no application. */
export const discardEmails = ({ db }: Pick<Deps, 'db'>, prefix: string) =>
  db.orm
    .update(outbox)
    .set({ state: 'discarded' })
    .where(and(begins(prefix), inArray(outbox.state, ['waiting', 'leased'])))
    .run()

/** The state of the newest email whose dedupe key begins with a text; `null` without one. */
export const newestEmailState = ({ db }: Pick<Deps, 'db'>, prefix: string) =>
  db.orm
    .select({ state: outbox.state })
    .from(outbox)
    .where(begins(prefix))
    .orderBy(desc(outbox.id))
    .limit(1)
    .get()?.state ?? null

/** A range, for which SQLite uses the index. */
const begins = (prefix: string) =>
  and(
    isNull(outbox.application),
    gte(outbox.dedupeKey, prefix),
    lt(outbox.dedupeKey, `${prefix}\u{10ffff}`),
  )

/** The account that an email names, as SQL. */
export const emailClient = sql`json_extract(${outbox.email}, '$.client')`

/** The draft that an email names, as SQL. */
export const emailDraft = sql`json_extract(${outbox.email}, '$.draft')`

/** Calls `wake` after every transaction that leaves an email. Returns a function that ends this. */
export function onEmails(
  { outboxListeners }: Pick<Deps, 'outboxListeners'>,
  wake: (atOnce: boolean) => void,
): () => void {
  outboxListeners.add(wake)
  return () => outboxListeners.delete(wake)
}

/**
 * Wakes the worker once the event loop comes round: transactions never wait, so the present one has ended by then.
 * `atOnce` ends the pause after a failure of the mail server.
 */
export function wakeOutbox({ outboxListeners }: Pick<Deps, 'outboxListeners'>, atOnce = false) {
  setImmediate(() => {
    for (const wake of outboxListeners) wake(atOnce)
  })
}
