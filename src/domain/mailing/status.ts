import { and, count, desc, inArray, isNotNull } from 'drizzle-orm'
import { outbox } from '#db/schema/mail.ts'
import type { Deps } from '#src/deps.ts'
import { isEmail } from '#src/domain/outbox/queue.ts'
import { inWords } from '#src/mail/mailer.ts'
import { lastFailure, unsentStates } from './mail-status.ts'
import { needsReconnect, settingsRow } from './settings-row.ts'

const mostListed = 50
const mostCounted = 10_000

/**
 * The outbox as an administrator sees it: counts, the last failure, and the emails that failed or are tried again,
 * failed ones first. `at` is the ISO instant of the last try. Sent emails are counted up to 10,000.
 */
export function outboxStatus(deps: Pick<Deps, 'db'>) {
  const { db } = deps
  const counts = db.orm
    .select({ state: outbox.state, emails: count() })
    .from(outbox)
    .where(and(isEmail, inArray(outbox.state, unsentStates)))
    .groupBy(outbox.state)
    .all()
  const of = (...states: string[]) =>
    counts.reduce((sum, { state, emails }) => (states.includes(state) ? sum + emails : sum), 0)
  const sent = countedSent(deps)
  const stuck = db.orm
    .select()
    .from(outbox)
    .where(and(isEmail, inArray(outbox.state, ['dead', 'waiting']), isNotNull(outbox.lastReason)))
    .orderBy(outbox.state, desc(outbox.id))
    .limit(mostListed)
    .all()
  const settings = settingsRow(deps)
  return {
    waiting: of('waiting', 'leased'),
    sent: Math.min(sent, mostCounted),
    sentIsMinimum: sent > mostCounted,
    failed: of('dead'),
    // not without settings, nor while Microsoft 365 must be connected again
    sending: settings !== null && !needsReconnect(settings),
    lastFailure: lastFailure(deps),
    emails: stuck.map((row) => ({
      id: row.id,
      kind: row.kind,
      application: row.application,
      state: row.state === 'dead' ? ('dead' as const) : ('waiting' as const),
      attempts: row.attempts,
      reason: inWords(row.lastReason ?? ''),
      at: new Date(row.lastFailedAt ?? row.createdAt).toISOString(),
    })),
  }
}

const countedSent = ({ db }: Pick<Deps, 'db'>): number =>
  db.sqlite
    .prepare<[number], { emails: number }>(
      "select count(*) as emails from (select 1 from outbox where channel = 'email' and state = 'sent' limit ?)",
    )
    .get(mostCounted + 1)?.emails ?? 0
