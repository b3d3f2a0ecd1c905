import { eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Change } from '#db/schema/events.ts'
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
import { keepSignature } from './signatures.ts'

/**
 * Writes a save into the draft, with its event, inside the caller's transaction. After the submit it accepts only the
 * same values (rule 51). `more` gets the draft about to be stored and returns further columns; it may refuse.
 */
export function writeSave(
  deps: Writing<Deps>,
  actor: Applicant,
  application: Application,
  save: Save,
  action: string,
  more: (draft: Application) => Partial<Application> = () => ({}),
): Application {
  const { authSignature, ...fields } = save.fields
  const changes = changesOf(application, fields)
  const directors =
    save.directors && directorsChange(directorsOf(deps, application), save.directors)
  if (directors) changes.push(directors)
  if (application.status !== 'draft') {
    const signature = signatureChange(deps, application, save, false)
    if (changes.length > 0 || signature) throw new Refusal('conflict', refusals.alreadySubmitted)
    return application
  }
  refuseTakenAddress(deps, fields.mainEmail, application)
  if (directors && save.directors) listDirectors(deps, application, save.directors)
  const signature = signatureChange(deps, application, save, true)
  if (signature) changes.push(signature)
  const written = {
    ...columnsOf(fields),
    completionPercentage: Math.max(application.completionPercentage, save.percent),
    updatedAt: deps.now(),
    version: application.version + 1,
  }
  const saved = deps.db.orm
    .update(applications)
    .set({ ...written, ...more({ ...application, ...written }) })
    .where(eq(applications.seq, application.seq))
    .returning()
    .get()
  // Whoever makes a draft is told even when all that was sent is what a blank one has.
  if (changes.length > 0 || application.version === 0)
    recordEvent(deps, actor, { action, application: application.id, changes })
  return saved
}

function signatureChange(
  deps: Deps,
  application: Application,
  { fields, typedName }: Save,
  write: boolean,
): Change | null {
  const image = fields.authSignature
  if (typedName && !image) throw new Error('The typed name has not been drawn')
  if (image === undefined || typeof image === 'boolean' || Array.isArray(image)) return null
  return keepSignature(deps, application, { image, typedName: typedName ?? null }, write)
}
