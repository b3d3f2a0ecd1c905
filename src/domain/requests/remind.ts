import { and, eq, isNull, lte } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { jobs } from '#db/schema/jobs.ts'
import { informationRequests } from '#db/schema/review.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { days } from '#src/domain/durations.ts'
import { emailRequest } from './ask.ts'
import { isOpen, requestKey } from './requests.ts'

const patience = days(3)

/**
 * Reminds customers, once for each request, three days after its email was sent. One whose email has not gone out is not
 * reminded: nothing was read yet.
 */
export function remindCustomers(deps: Deps) {
  transact(deps, (deps) => {
    for (const { application, request } of dueRequests(deps)) {
      const { id, mainEmail } = application
      if (!mainEmail) continue
      deps.db.orm
        .update(informationRequests)
        .set({ remindedAt: deps.now() })
        .where(eq(informationRequests.id, request.id))
        .run()
      recordEvent(deps, { kind: 'system' }, { action: 'customer reminded', application: id })
      const key = `information-reminder|${request.id}`
      emailRequest(deps, 'information-reminder', application, request, key)
    }
  })
}

/** The open requests whose email was sent long enough ago. */
const dueRequests = (deps: Store) =>
  deps.db.orm
    .select({ application: applications, request: informationRequests })
    .from(informationRequests)
    .innerJoin(applications, eq(applications.seq, informationRequests.application))
    .where(
      and(
        isOpen,
        isNull(informationRequests.remindedAt),
        lte(informationRequests.askedAt, deps.now() - patience),
      ),
    )
    .all()
    .filter(({ application, request }) => wasSent(deps, application.id, request.id))

const wasSent = ({ db, now }: Store, application: string, request: number) =>
  db.orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.application, application),
        eq(jobs.dedupeKey, requestKey(request)),
        eq(jobs.state, 'sent'),
        lte(jobs.sentAt, now() - patience),
      ),
    )
    .get() !== undefined
