import { eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Change } from '#db/schema/events.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Applicant } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { openAccount } from '#src/domain/clients/clients.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { termsInForce } from '#src/domain/terms/versions.ts'
import { sectionNumbers } from '#src/forms/registration/sections.ts'
import { authorize } from './access.ts'
import { withAgreementDate } from './agreement-date.ts'
import type { Application } from './application.ts'
import { closeDraft } from './draft-access.ts'
import { draftErrors, storeAnswers } from './drafts.ts'
import type { DrawnSave } from './draw-signature.ts'
import { notifyingAddressOwner } from './duplicates.ts'
import { tally } from './tally.ts'

/** The same values again change nothing; others refuse with 'conflict'. */
export function submitApplication(
  deps: Deps,
  actor: Applicant,
  id: string,
  sent: DrawnSave,
): Application {
  const submit = () =>
    transact(deps, (tx) => {
      const application = authorize(tx, actor, 'write-draft', id)
      const save = withAgreementDate(tx, application, sent)
      const { saved, changes } = storeAnswers(tx, application, save)
      if (saved.status !== 'draft') return saved
      const errors = draftErrors(tx, saved, sectionNumbers, save)
      if (Object.keys(errors).length > 0)
        throw new Refusal('invalid', refusals.checkAnswers, { errors })
      refuseOtherTerms(tx, save)
      return sign(tx, actor, saved, changes)
    })
  return notifyingAddressOwner(deps, submit)
}

/** Refuses 'conflict' when the applicant was shown other terms than those in force. */
function refuseOtherTerms(deps: Deps, { termsVersion }: DrawnSave) {
  if (termsVersion === undefined || termsVersion === termsInForce(deps).version) return
  throw refusalAt('termsVersion', 'conflict', refusals.termsChanged)
}

/** The event has what the submit changed, and brings the rest with it: the document, emails, endpoints. */
function sign(
  tx: Writing<Deps>,
  actor: Applicant,
  draft: Application,
  changes: Change[],
): Application {
  const submitted = tx.db.orm
    .update(applications)
    .set({
      status: 'submitted',
      submittedAt: draft.updatedAt,
      completionPercentage: 100,
      applicantEmail: null,
      version: draft.version + 1,
    })
    .where(eq(applications.seq, draft.seq))
    .returning()
    .get()
  tally(tx, 'submitted', submitted)
  closeDraft(tx, submitted)
  openAccount(tx, submitted)
  recordEvent(tx, actor, {
    action: 'application submitted',
    application: submitted.id,
    changes: [...changes, { field: 'status', before: 'draft', after: 'submitted' }],
  })
  return submitted
}
