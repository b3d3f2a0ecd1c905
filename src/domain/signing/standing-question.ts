import { informationRequests } from '#db/schema/review.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { nameOf } from '#src/domain/actor.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { requestChange } from '#src/domain/audit/proven-facts.ts'
import { companyOf } from '#src/domain/company/company.ts'

const system = { kind: 'system' } as const

/**
 * Asks the question that the company asks everybody who applies for credit, in its present wording. Returns what the
 * receipt says about the question, or `undefined` when there is nothing to ask.
 */
export function askStandingQuestion(
  tx: Writing<Store>,
  { id: application, seq, accountType }: Application,
): { request: number; text: string; takesFiles: boolean } | undefined {
  const { standingQuestion: text, standingFiles: takesFiles } = companyOf(tx)
  if (text === null || accountType !== 'credit') return undefined
  const row = { application: seq, text, takesFiles, isStanding: true, askedAt: tx.now() }
  const { id: request } = tx.db.orm
    .insert(informationRequests)
    .values({ ...row, askedBy: nameOf(system) })
    .returning({ id: informationRequests.id })
    .get()
  recordEvent(tx, system, {
    action: 'information requested',
    application,
    changes: [requestChange(request), { field: 'question', before: null, after: text }],
  })
  return { request, text, takesFiles }
}
