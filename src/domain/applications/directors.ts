import { eq, sql } from 'drizzle-orm'
import { applications, directors } from '#db/schema/applications.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Applicant } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { DirectorInput } from '#src/forms/registration/directors.ts'
import { authorize } from './access.ts'
import { type Application, type Director, directorsOf } from './application.ts'
import { directorsChange } from './diff.ts'
import { extendDraft } from './draft-access.ts'

/** Replaces a draft's directors; after the submit another list refuses with 'conflict' (rule 72). */
export function replaceDirectors(
  deps: Deps,
  actor: Applicant,
  id: string,
  list: DirectorInput[],
): Director[] {
  return transact(deps, (deps) => {
    const application = authorize(deps, actor, 'write-draft', id)
    const change = directorsChange(directorsOf(deps, application), list)
    if (change && application.status !== 'draft')
      throw new Refusal('conflict', refusals.alreadySubmitted)
    if (change) {
      listDirectors(deps, application, list)
      deps.db.orm
        .update(applications)
        .set({ updatedAt: deps.now(), version: sql`${applications.version} + 1` })
        .where(eq(applications.seq, application.seq))
        .run()
      extendDraft(deps, application)
      recordEvent(deps, actor, {
        action: 'directors listed',
        application: id,
        section: 'directors',
        changes: [change],
      })
    }
    return directorsOf(deps, application)
  })
}

/** Writes the list, inside the caller's transaction. */
export function listDirectors(
  { db }: Writing<Pick<Deps, 'db'>>,
  application: Application,
  list: DirectorInput[],
) {
  db.orm.delete(directors).where(eq(directors.application, application.seq)).run()
  for (const [ordinal, director] of list.entries())
    db.orm
      .insert(directors)
      .values({ ...director, ordinal, application: application.seq })
      .run()
}
