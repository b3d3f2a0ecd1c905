import { and, count, desc, inArray, isNotNull } from 'drizzle-orm'
import { jobs } from '#db/schema/jobs.ts'
import type { Deps, Store } from '#src/deps.ts'
import { isEmail } from '#src/domain/jobs/jobs.ts'
import { inWords } from '#src/mail/mailer.ts'
import { emailName } from '#src/mail/messages/names.ts'
import { lastFailure, needsReconnect, settingsRow, unsentStates } from './settings-row.ts'

const mostListed = 50
const mostCounted = 10_000

/**
 * The jobs as an administrator sees it: counts, the last failure, and the emails that failed or are tried again,
 * failed ones first. `at` is the ISO instant of the last try. Sent emails are counted up to 10,000.
 */
export function outboxStatus(deps: Deps) {
  const { db } = deps
  const counts = db.orm
    .select({ state: jobs.state, emails: count() })
    .from(jobs)
    .where(and(isEmail, inArray(jobs.state, unsentStates)))
    .groupBy(jobs.state)
    .all()
  const of = (...states: string[]) =>
    counts.reduce((sum, { state, emails }) => (states.includes(state) ? sum + emails : sum), 0)
  const sent = countedSent(deps)
  const stuck = db.orm
    .select()
    .from(jobs)
    .where(and(isEmail, inArray(jobs.state, ['dead', 'waiting']), isNotNull(jobs.lastReason)))
    .orderBy(jobs.state, desc(jobs.id))
    .limit(mostListed)
    .all()
  const settings = settingsRow(deps)
  return {
    waiting: of('waiting', 'leased'),
    sent: Math.min(sent, mostCounted),
    sentIsMinimum: sent > mostCounted,
    failed: of('dead'),
    // not without settings, nor while Microsoft 365 must be connected again, nor with SEND_NOTHING
    sending: settings !== null && !needsReconnect(settings) && !deps.env.SEND_NOTHING,
    lastFailure: lastFailure(deps),
    emails: stuck.map((row) => ({
      id: row.id,
      kind: row.kind,
      name: emailName(row.kind),
      application: row.application,
      state: row.state === 'dead' ? ('dead' as const) : ('waiting' as const),
      attempts: row.attempts,
      reason: inWords(row.lastReason ?? ''),
      at: new Date(row.lastFailedAt ?? row.createdAt).toISOString(),
    })),
  }
}

const countedSent = ({ db }: Store): number =>
  db.sqlite
    .prepare<[number], { emails: number }>(
      "select count(*) as emails from (select 1 from jobs where queue = 'email' and state = 'sent' limit ?)",
    )
    .get(mostCounted + 1)?.emails ?? 0
