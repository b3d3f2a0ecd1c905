import { eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Applicant } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { Save } from '#src/forms/registration/save-payload.ts'
import { type Application, directorsOf } from './application.ts'
import { changesOf, columnsOf, directorsChange } from './diff.ts'
import { listDirectors } from './directors.ts'
import { refuseTakenAddress } from './duplicates.ts'
import { signatureOf, storeSignature } from './signatures.ts'

/**
 * Writes a save into the draft, with its event, inside the caller's transaction. After the submit it accepts only the
 * same values (rule 51).
 */
export function writeSave(
  deps: Writing<Deps>,
  actor: Applicant,
  application: Application,
  save: Save,
  action: string,
): Application {
  const { authSignature: _, ...fields } = save.fields
  const signature = signatureOf(deps, application, save)
  const directors =
    save.directors && directorsChange(directorsOf(deps, application), save.directors)
  const changes = changesOf(application, fields)
  if (directors) changes.push(directors)
  if (signature) changes.push(signature.change)
  if (application.status !== 'draft') {
    if (changes.length > 0) throw new Refusal('conflict', refusals.alreadySubmitted)
    return application
  }
  refuseTakenAddress(deps, fields.mainEmail, application)
  if (directors && save.directors) listDirectors(deps, application, save.directors)
  if (signature) storeSignature(deps, application, signature)
  const saved = deps.db.orm
    .update(applications)
    .set({
      ...columnsOf(fields),
      completionPercentage: Math.max(application.completionPercentage, save.percent),
      updatedAt: deps.now(),
      version: application.version + 1,
    })
    .where(eq(applications.seq, application.seq))
    .returning()
    .get()
  // a new draft has its event even when it holds only what a blank one has
  if (changes.length > 0 || application.version === 0)
    recordEvent(deps, actor, { action, application: application.id, changes })
  return saved
}
