import { and, eq, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { informationRequests } from '#db/schema/review.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { applicationOfClient } from '#src/domain/accounts/clients.ts'
import { ownerName } from '#src/domain/accounts/owners.ts'
import type { ClientActor } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { refuseWhenFull } from '#src/domain/disk-space.ts'
import { enqueue } from '#src/domain/jobs/emails.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { requestTexts } from '#src/forms/requests/requests.ts'
import { isOpen } from './requests.ts'
import { claimStaged } from './staged-files.ts'

/** `files` are the numbers of staged files. */
type Answer = { request: number; answer: string; files: number[] }

/**
 * Stores a customer's answer with its staged files and tells the accounts team. Refuses 'invalid' when there is neither
 * text nor file, and 'conflict' when the request is not open any more.
 */
export function answerRequest(deps: Deps, actor: ClientActor, { request, answer, files }: Answer) {
  if (!answer && files.length === 0) throw refusalAt('answer', 'invalid', requestTexts.nothing)
  transact(deps, (deps) => {
    const { id } = applicationOfClient(deps, actor)
    const application = authorize(deps, actor, 'amend', id)
    refuseWhenFull(deps)
    const answered = deps.db.orm
      .update(informationRequests)
      .set({ answer: answer || null, answeredAt: deps.now() })
      .where(
        and(
          eq(informationRequests.id, request),
          eq(informationRequests.application, application.seq),
          isOpen,
        ),
      )
      .run()
    const isWhole = claimStaged(deps, request, files) === files.length
    if (answered.changes === 0 || !isWhole) throw new Refusal('conflict', requestTexts.closed)
    // so that nobody decides on a record without the answer
    deps.db.orm
      .update(applications)
      .set({ updatedAt: deps.now(), version: sql`${applications.version} + 1` })
      .where(eq(applications.seq, application.seq))
      .run()
    recordEvent(deps, actor, { action: 'information request answered', application: id })
    enqueue(
      deps,
      {
        kind: 'request-answered',
        application: id,
        businessName: application.businessName ?? '',
        owner: ownerName(deps, application.owner),
        files: files.length,
      },
      `request-answered|${request}`,
    )
  })
}
