import { and, count, desc, inArray, isNotNull, lte, min, or } from 'drizzle-orm'
import { outbox } from '#db/schema/mail.ts'
import type { Deps } from '#src/deps.ts'
import { minutes } from '#src/domain/durations.ts'
import { inWords } from '#src/mail/mailer.ts'
import { settingsRow } from './settings-row.ts'

/** What keeps emails from going out; `since` is an ISO instant. */
export type MailStatus =
  | { kind: 'not-set-up'; emails: number }
  | { kind: 'failing'; emails: number; reason: string }
  | { kind: 'waiting'; emails: number; since: string }

/** An email that takes longer than this to leave is worth a word, even when nothing has failed. */
const soon = minutes(5)

/** Whether emails go out; `null` while all is well. */
export function mailStatus(deps: Pick<Deps, 'db' | 'now'>): MailStatus | null {
  const settings = settingsRow(deps)
  const unsent = inArray(outbox.state, ['waiting', 'leased', 'dead'])
  const late = lte(outbox.createdAt, deps.now() - (settings ? soon : 0))
  const stuck = deps.db.orm
    .select({ emails: count(), since: min(outbox.createdAt) })
    .from(outbox)
    .where(and(unsent, or(isNotNull(outbox.lastReason), late)))
    .get()
  const emails = stuck?.emails ?? 0
  if (!settings) return { kind: 'not-set-up', emails }
  if (settings.emailProvider === 'oauth365' && settings.oauth365ReconnectNeeded)
    return { kind: 'failing', emails, reason: inWords('RECONNECT') }
  if (emails === 0) return null
  const failed = deps.db.orm
    .select({ reason: outbox.lastReason })
    .from(outbox)
    .where(and(unsent, isNotNull(outbox.lastReason)))
    .orderBy(desc(outbox.lastFailedAt))
    .limit(1)
    .get()
  return failed?.reason
    ? { kind: 'failing', emails, reason: inWords(failed.reason) }
    : { kind: 'waiting', emails, since: new Date(stuck?.since ?? 0).toISOString() }
}
