import { and, eq, isNull } from 'drizzle-orm'
import { informationRequests } from '#db/schema/review.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { nameOf } from '#src/domain/actor.ts'
import { companyOf } from '#src/domain/company/company.ts'
import type { Application } from './application.ts'

export type AskedQuestion = { request: number; text: string; takesFiles: boolean }

/**
 * Stores the question that the company asks every credit applicant, as it reads now. Returns `null` when there is
 * nothing to ask. The submit records the event.
 */
export function storeStandingQuestion(
  tx: Writing<Store>,
  { seq, accountType }: Application,
): AskedQuestion | null {
  const { standingQuestion: text, standingFiles: takesFiles } = companyOf(tx)
  if (text === null || accountType !== 'credit') return null
  const row = { application: seq, text, takesFiles, isStanding: true, askedAt: tx.now() }
  const { id } = tx.db.orm
    .insert(informationRequests)
    .values({ ...row, askedBy: nameOf({ kind: 'system' }) })
    .returning({ id: informationRequests.id })
    .get()
  return { request: id, text, takesFiles }
}

/** While it is neither answered nor closed. */
export const openStandingQuestion = (
  { db }: Store,
  { seq }: Pick<Application, 'seq'>,
): AskedQuestion | undefined =>
  db.orm
    .select({
      request: informationRequests.id,
      text: informationRequests.text,
      takesFiles: informationRequests.takesFiles,
    })
    .from(informationRequests)
    .where(
      and(
        eq(informationRequests.application, seq),
        eq(informationRequests.isStanding, true),
        isNull(informationRequests.answeredAt),
        isNull(informationRequests.closedAt),
      ),
    )
    .get()
