import { and, eq } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { informationRequests } from '#db/schema/review.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { applicationOfClient } from '#src/domain/accounts/clients.ts'
import type { ClientActor } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { enqueue } from '#src/domain/outbox/enqueue.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { requestTexts } from '#src/forms/requests/request-texts.ts'
import { isOpen } from './requests.ts'

type Answer = { request: number; answer: string }

/** Stores a customer's answer and tells the accounts team; refuses 'invalid' when empty, 'conflict' when not open. */
export function answerRequest(deps: Deps, actor: ClientActor, { request, answer }: Answer) {
  if (!answer)
    throw new Refusal('invalid', requestTexts.nothing, { errors: { answer: requestTexts.nothing } })
  transact(deps, (deps) => {
    const { id } = applicationOfClient(deps, actor)
    const application = authorize(deps, actor, 'amend', id)
    const answered = deps.db.orm
      .update(informationRequests)
      .set({ answer, answeredAt: deps.now() })
      .where(
        and(
          eq(informationRequests.id, request),
          eq(informationRequests.application, application.seq),
          isOpen,
        ),
      )
      .run()
    if (answered.changes === 0) throw new Refusal('conflict', requestTexts.closed)
    recordEvent(deps, actor, { action: 'information request answered', application: id })
    enqueue(
      deps,
      {
        kind: 'request-answered',
        application: id,
        businessName: application.businessName ?? '',
        owner: ownerName(deps, application.owner),
        files: 0,
      },
      `request-answered|${request}`,
    )
  })
}

const ownerName = ({ db }: Writing<Pick<Deps, 'db'>>, owner: number | null) =>
  owner === null
    ? null
    : (db.orm.select({ username: admins.username }).from(admins).where(eq(admins.id, owner)).get()
        ?.username ?? null)
