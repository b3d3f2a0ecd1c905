import type { Store } from '#src/deps.ts'
import { eventsOf } from '#src/domain/audit/events.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { FieldValues } from '#src/forms/fields/fields.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import type { Save } from '#src/forms/registration/save.ts'
import { refuseDeleted } from './access.ts'
import { type Application, asText } from './application.ts'
import type { DraftsOfBrowser } from './draft-access.ts'
import { answerChanges } from './drafts.ts'

/** Where the save of a page of draft `id` goes; `null` begins one. */
export function draftMeant(
  deps: Store,
  { open, sent, moved, named }: DraftsOfBrowser,
  id: string,
  save: Save,
): { meant: Application | null; save: Save } {
  if (named?.access === 'read') return { meant: named.application, save }
  if (!open) {
    // the second click on Submit may name no draft
    if (!id && save.submits && isAddressOf(sent, save)) return { meant: sent, save }
    // nobody means a second application by it
    if (id && moved) throw new Refusal('conflict', refusals.draftMoved)
    refuseDeleted(deps, id)
    return { meant: null, save }
  }
  if (open.id === id) return { meant: open, save }
  // a page from before the draft was begun clears no answer
  const added = withoutBlanks(save)
  const changes = answerChanges(deps, open, added)
  const overwrites = changes.some(({ before }) => before !== null)
  const isOlder = changes.length > 0 && wasCorrected(deps, open)
  if (id || isOlder || (overwrites && !isAddressOf(open, save)))
    throw new Refusal('conflict', refusals.otherDraftOpen)
  return { meant: open, save: added }
}

const isAddressOf = (application: Application | null, { fields: { mainEmail } }: Save) =>
  typeof mainEmail === 'string' && application?.mainEmailKey === emailKey(mainEmail)

const wasCorrected = (deps: Store, { id }: Application) =>
  eventsOf(deps, id).some(({ actorKind, changes }) => actorKind === 'admin' && changes?.length)

const withoutBlanks = ({ fields, directors, ...save }: Save): Save => ({
  ...save,
  fields: Object.fromEntries(
    Object.entries(fields).filter(([, value]) => asText(value ?? null)),
  ) as FieldValues,
  ...(directors?.length && { directors }),
})
