import { applications } from '#db/schema/applications.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Applicant } from '#src/domain/actor.ts'
import { days } from '#src/domain/durations.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { publishedTerms, versionInForce } from '#src/domain/terms/versions.ts'
import { isEmptySave, type Save } from '#src/forms/registration/save-payload.ts'
import { newReference } from '#src/security/tokens.ts'
import { authorize } from './access.ts'
import type { Application } from './application.ts'
import { refuseNewWhenFull } from './disk-space.ts'
import { extendDraft, grantDraft } from './draft-access.ts'
import { draftErrors } from './draft-form.ts'
import { refuseTakenAddress, tellingHolder } from './duplicates.ts'
import { findRetried, type Retry, rememberRetry } from './idempotency.ts'
import { removeApplication } from './remove.ts'
import { removeStale } from './stale.ts'
import { tally } from './tally.ts'
import { writeSave } from './write-draft.ts'

/** A draft untouched for this long is removed (rule 32). */
export const draftIdle = days(30)

/**
 * Creates a draft and gives the browser the right to it. A repeated save gets the same application; once that is
 * submitted, only a double click gets a right, to read. Refuses 'invalid' and 'conflict'.
 */
export function createDraft(
  deps: Deps,
  actor: Applicant,
  save: Save,
  { token, retry }: { token: string | null; retry: Retry | null },
): { application: Application; token: string | null } {
  const create = () =>
    transact(deps, (deps) => {
      const earlier = retry && findRetried(deps, retry)
      if (earlier) {
        const isOpen = earlier.status === 'draft'
        const opens = isOpen || retry.isDoubleClick
        const access = isOpen ? 'write' : 'read'
        return {
          application: earlier,
          token: opens ? grantDraft(deps, earlier, token, access) : null,
        }
      }
      if (isEmptySave(save)) throw new Refusal('invalid', refusals.nothingKnown)
      refuseNewWhenFull(deps)
      refuseTakenAddress(deps, save.fields.mainEmail, null)
      const at = deps.now()
      const termsVersion = shownVersion(deps, save)
      const blank = deps.db.orm
        .insert(applications)
        .values({ id: newReference(), createdAt: at, updatedAt: at, version: 0, termsVersion })
        .returning()
        .get()
      tally(deps, 'started', blank)
      const application = saveChecked(deps, actor, blank, save, 'draft created')
      if (retry) rememberRetry(deps, retry, application)
      return { application, token: grantDraft(deps, application, token) }
    })
  return tellingHolder(deps, 'apply', create)
}

/** The terms under which a draft begins: those that its form showed, which may have changed by the first save. */
const shownVersion = (deps: Deps, { termsVersion }: Save): string =>
  (termsVersion && publishedTerms(deps, termsVersion)?.version) || versionInForce(deps)

/** Writes a save to a draft. Refuses as `authorize`, and 'invalid', 'conflict', 'too-large'. */
export function saveDraft(deps: Deps, actor: Applicant, id: string, save: Save): Application {
  const write = () =>
    transact(deps, (deps) => {
      const application = authorize(deps, actor, 'write-draft', id)
      if (isEmptySave(save)) throw new Refusal('invalid', refusals.nothingKnown)
      return saveChecked(deps, actor, application, save, 'draft saved')
    })
  return tellingHolder(deps, 'apply', write)
}

/** "Start again": deletes the draft and frees its address. Refuses as `authorize`, and 'conflict' after the submit. */
export function deleteDraft(deps: Deps, actor: Applicant, id: string) {
  transact(deps, (deps) => {
    const application = authorize(deps, actor, 'write-draft', id)
    if (application.status !== 'draft') throw new Refusal('conflict', refusals.alreadySubmitted)
    removeApplication(deps, actor, application, 'draft deleted')
  })
}

/** Removes drafts that nobody touched for 30 days; tells how many. */
export const removeIdleDrafts = (deps: Deps): Promise<number> =>
  removeStale(deps, 'draft', draftIdle, (deps, draft) =>
    removeApplication(deps, { kind: 'system' }, draft, 'idle draft removed'),
  )

/** The section that the person is in is checked in full, on what is stored and what is sent; the rest only by type. */
function saveChecked(
  deps: Writing<Deps>,
  actor: Applicant,
  application: Application,
  save: Save,
  action: string,
): Application {
  if (save.section !== null && application.status === 'draft') {
    const errors = draftErrors(deps, application, [save.section], save)
    const [message] = Object.values(errors)
    if (message !== undefined) throw new Refusal('invalid', message, { errors })
  }
  const saved = writeSave(deps, actor, application, save, action)
  if (saved.status === 'draft') extendDraft(deps, saved)
  return saved
}
