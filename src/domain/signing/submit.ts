import { eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Change } from '#db/schema/events.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Applicant } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { withAgreementDate } from '#src/domain/applications/agreement-date.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { closeDraft } from '#src/domain/applications/draft-access.ts'
import { draftErrors, storeAnswers } from '#src/domain/applications/drafts.ts'
import type { DrawnSave } from '#src/domain/applications/draw-signature.ts'
import { notifyingAddressOwner } from '#src/domain/applications/duplicates.ts'
import { tally } from '#src/domain/applications/tally.ts'
import { ensureRecipient, openPortalAccount } from '#src/domain/clients/clients.ts'
import { freezeAndRecord } from '#src/domain/documents/freeze.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { tellEndpoints } from '#src/domain/jobs/webhook-jobs.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { queueLookUps } from '#src/domain/registers/keys.ts'
import { termsInForce } from '#src/domain/terms/versions.ts'
import { sectionNumbers } from '#src/forms/registration/sections.ts'
import { askStandingQuestion } from './standing-question.ts'

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
  openPortalAccount(tx, submitted)
  const document = freezeAndRecord(tx, actor, submitted, {
    action: 'application submitted',
    changes: [...changes, { field: 'status', before: 'draft', after: 'submitted' }],
  })
  const question = askStandingQuestion(tx, submitted)
  tellEverybody(tx, submitted, document, question)
  queueLookUps(tx, submitted.id)
  return submitted
}

function tellEverybody(
  tx: Writing<Deps>,
  application: Application,
  document: number | null,
  question: ReturnType<typeof askStandingQuestion>,
) {
  const { id, accountType } = application
  const receipt = { kind: 'receipt', ...ensureRecipient(tx, application), question } as const
  enqueue(tx, receipt, 'receipt', { document })
  const about = { application: id, businessName: application.businessName ?? '' }
  enqueue(tx, { kind: 'new-application', ...about, accountType }, 'new', { document })
  tellEndpoints(tx, 'application.submitted', application)
}
