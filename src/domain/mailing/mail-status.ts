import { and, count, desc, inArray, isNotNull, lte, min, or } from 'drizzle-orm'
import { outbox } from '#db/schema/mail.ts'
import type { Deps } from '#src/deps.ts'
import { minutes } from '#src/domain/durations.ts'
import { isEmail } from '#src/domain/outbox/queue.ts'
import { inWords } from '#src/mail/mailer.ts'
import { needsReconnect, settingsRow } from './settings-row.ts'

/** What keeps emails from going out; `since` is an ISO instant. */
type MailStatus =
  | { kind: 'not-set-up'; emails: number }
  | { kind: 'failing'; emails: number; reason: string }
  | { kind: 'waiting'; emails: number; since: string }

/** The states of an email that has not gone. */
export const unsentStates = ['waiting', 'leased', 'dead'] as const

/** An email that takes longer than this to leave is worth a word, even when nothing has failed. */
const soon = minutes(5)

/** Whether emails go out; `null` while all is well. */
export function mailStatus(deps: Pick<Deps, 'db' | 'now'>): MailStatus | null {
  const settings = settingsRow(deps)
  const unsent = inArray(outbox.state, unsentStates)
  const late = lte(outbox.createdAt, deps.now() - (settings ? soon : 0))
  const stuck = deps.db.orm
    .select({ emails: count(), since: min(outbox.createdAt) })
    .from(outbox)
    .where(and(isEmail, unsent, or(isNotNull(outbox.lastReason), late)))
    .get()
  const emails = stuck?.emails ?? 0
  if (!settings) return { kind: 'not-set-up', emails }
  if (needsReconnect(settings)) return { kind: 'failing', emails, reason: inWords('RECONNECT') }
  if (emails === 0) return null
  const failure = lastFailure(deps)
  return failure
    ? { kind: 'failing', emails, reason: failure.reason }
    : { kind: 'waiting', emails, since: new Date(stuck?.since ?? 0).toISOString() }
}

/** The newest failure among the emails that have not gone, in words, with its ISO instant; `null` without one. */
export function lastFailure({ db }: Pick<Deps, 'db'>): { at: string; reason: string } | null {
  const { lastFailedAt, lastReason } = outbox
  const last = db.orm
    .select({ at: lastFailedAt, reason: lastReason })
    .from(outbox)
    .where(and(isEmail, inArray(outbox.state, unsentStates), isNotNull(lastReason)))
    .orderBy(desc(lastFailedAt))
    .limit(1)
    .get()
  if (!last?.at || !last.reason) return null
  return { at: new Date(last.at).toISOString(), reason: inWords(last.reason) }
}
