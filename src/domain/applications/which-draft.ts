import type { Store } from '#src/deps.ts'
import { eventsOf } from '#src/domain/audit/events.ts'
import type { FieldValues } from '#src/forms/fields/fields.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import type { Save } from '#src/forms/registration/save.ts'
import { withoutPreset } from './agreement-date.ts'
import { type Application, asText } from './application.ts'
import type { BrowserDrafts } from './draft-access.ts'
import { answerChanges } from './drafts.ts'

/** `id` is the draft that the page was opened with, or ''. */
type PostedPage = { id: string; save: Save }

type WhichDraft = { kind: 'mine' | 'sent'; application: Application } | { kind: 'new' | 'other' }

/**
 * Decides which draft a posted page belongs to: the one that its browser has open ('mine'), one that the browser has
 * sent ('sent'), none so far ('new'), or one that the page may not change ('other'). docs/rules.md has the table.
 */
export function whichDraft(
  deps: Store,
  { open, sent }: BrowserDrafts,
  { id, save }: PostedPage,
): WhichDraft {
  if (id) {
    if (open?.id === id) return { kind: 'mine', application: open }
    const application = sent.find((application) => application.id === id)
    return application ? { kind: 'sent', application } : { kind: 'other' }
  }
  if (open)
    return mayAddTo(deps, open, save) ? { kind: 'mine', application: open } : { kind: 'other' }
  const [newest] = sent
  // the second click on Submit may post a page that does not name its draft
  if (newest && save.submits && isAddressOf(newest, save))
    return { kind: 'sent', application: newest }
  return { kind: 'new' }
}

/** Removes blank answers. On a page that was opened before the draft was begun, they say nothing about the draft. */
export const withoutBlanks = ({ fields, directors, ...save }: Save): Save => ({
  ...save,
  fields: Object.fromEntries(
    Object.entries(fields).filter(([, value]) => asText(value ?? null)),
  ) as FieldValues,
  ...(directors?.length && { directors }),
})

/**
 * Returns whether a page that was opened before the draft was begun, in another tab or by the Back button, may add its
 * answers. It may not change a draft that staff have corrected, nor overwrite answers of a draft with another main
 * address.
 */
function mayAddTo(deps: Store, open: Application, save: Save): boolean {
  const changes = answerChanges(deps, open, withoutBlanks(withoutPreset(deps, save)))
  if (changes.length > 0 && wasCorrected(deps, open)) return false
  return isAddressOf(open, save) || changes.every(({ before }) => before === null)
}

const isAddressOf = (application: Application, { fields: { mainEmail } }: Save) =>
  typeof mainEmail === 'string' && application.mainEmailKey === emailKey(mainEmail)

const wasCorrected = (deps: Store, { id }: Application) =>
  eventsOf(deps, id).some(({ actorKind, changes }) => actorKind === 'admin' && changes?.length)
