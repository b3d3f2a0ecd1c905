import { setImmediate } from 'node:timers/promises'
import { and, between, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Writing } from '#db/transaction.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { type Application, applicantAddress } from '#src/domain/applications/application.ts'
import { draftLinkLifetime } from '#src/domain/applications/draft-links.ts'
import { draftIdle } from '#src/domain/applications/drafts.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { days } from '#src/domain/durations.ts'
import { enqueue } from '#src/domain/jobs/emails.ts'
import { faultOf } from '#src/forms/fields/schema.ts'

/** A draft without a change for this long is followed by a reminder. */
const patience = days(3)

/** How many drafts one transaction reminds of, so that others get their turn. */
const mostAtOnce = 20

/**
 * Reminds of drafts that nobody changed for three days, each once (rule 45), unless the links would outlive the draft.
 * A reminder is no change: it neither raises the version nor keeps the draft for longer.
 */
export async function remindOfDrafts(deps: Deps) {
  const due = dueDrafts(deps)
  for (let from = 0; from < due.length && !deps.draining(); from += mostAtOnce) {
    const some = due.slice(from, from + mostAtOnce)
    transact(deps, (deps) => {
      for (const draft of draftsAmong(deps, some)) remind(deps, draft)
    })
    await setImmediate()
  }
}

function remind(deps: Writing<Deps>, draft: Application) {
  const { seq, id } = draft
  const address = applicantAddress(draft)
  // a draft keeps what was typed, also half an address
  if (faultOf('mainEmail', address)) return
  deps.db.orm
    .update(applications)
    .set({ remindedAt: deps.now() })
    .where(eq(applications.seq, seq))
    .run()
  const email = { kind: 'draft-reminder', to: { name: '', address }, draft: id } as const
  enqueue(deps, email, `draft-reminder|${id}`)
  recordEvent(deps, { kind: 'system' }, { action: 'applicant reminded', application: id })
}

const dueDrafts = (deps: Store): number[] =>
  deps.db.orm
    .select({ seq: applications.seq })
    .from(applications)
    .where(isDue(deps))
    .orderBy(applications.updatedAt)
    .all()
    .map(({ seq }) => seq)

/** Those that are still due, for a draft may be changed while others have their turn. */
const draftsAmong = (deps: Store, some: number[]): Application[] =>
  deps.db.orm
    .select()
    .from(applications)
    .where(and(inArray(applications.seq, some), isDue(deps)))
    .all()

const isDue = ({ now }: Store) =>
  and(
    eq(applications.status, 'draft'),
    between(applications.updatedAt, now() - draftIdle + draftLinkLifetime, now() - patience),
    isNull(applications.remindedAt),
    isNotNull(applications.mainEmail),
  )
