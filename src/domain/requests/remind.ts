import { and, eq, isNull, lte } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { outbox } from '#db/schema/mail.ts'
import { informationRequests } from '#db/schema/review.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { days } from '#src/domain/durations.ts'
import { emailRequest } from './request-email.ts'
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
const dueRequests = (deps: Pick<Deps, 'db' | 'now'>) =>
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

const wasSent = ({ db, now }: Pick<Deps, 'db' | 'now'>, application: string, request: number) =>
  db.orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.application, application),
        eq(outbox.dedupeKey, requestKey(request)),
        eq(outbox.state, 'sent'),
        lte(outbox.sentAt, now() - patience),
      ),
    )
    .get() !== undefined
