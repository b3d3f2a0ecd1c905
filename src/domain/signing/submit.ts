import { eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Change } from '#db/schema/events.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Applicant, Signer } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { withAgreementDate } from '#src/domain/applications/agreement-date.ts'
import { type Application, refuseStale } from '#src/domain/applications/application.ts'
import { closeDraft } from '#src/domain/applications/draft-access.ts'
import { draftErrors, storeAnswers } from '#src/domain/applications/drafts.ts'
import type { DrawnSave } from '#src/domain/applications/draw-signature.ts'
import { notifyingAddressOwner } from '#src/domain/applications/duplicates.ts'
import { closeSigning, type SignatureRequest } from '#src/domain/applications/signing-access.ts'
import { tally } from '#src/domain/applications/tally.ts'
import { ensureRecipient, openPortalAccount } from '#src/domain/clients/clients.ts'
import { endSigning } from '#src/domain/clients/form-browsers.ts'
import { freezeAndRecord } from '#src/domain/documents/freeze.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { tellEndpoints } from '#src/domain/jobs/webhook-jobs.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { queueLookUps } from '#src/domain/registers/keys.ts'
import { termsInForce } from '#src/domain/terms/versions.ts'
import { sectionNumbers } from '#src/forms/registration/sections.ts'
import { consentByCall, consentNumber } from '#src/forms/terms/terms-parts.ts'
import { askStandingQuestion } from './standing-question.ts'

/**
 * Submits an application for the applicant, or for the signer whom the applicant has asked. After the submit, the same
 * values change nothing, and other values are refused with 'conflict'. Refuses a signer with 'stale' when the draft
 * differs from the version that was shown.
 */
export function submitApplication(
  deps: Deps,
  actor: Applicant | Signer,
  id: string,
  sent: DrawnSave,
): Application {
  const submit = () =>
    transact(deps, (tx) => {
      const application = authorize(tx, actor, 'submit', id)
      if (actor.kind === 'signer' && application.status === 'draft')
        refuseStale(application, sent.draftVersion ?? 0, refusals.changedBeforeSigning)
      const save = withAgreementDate(tx, application, sent)
      const { saved, changes } = storeAnswers(tx, application, save)
      if (saved.status !== 'draft') return saved
      const errors = draftErrors(tx, saved, sectionNumbers, save)
      if (Object.keys(errors).length > 0)
        throw new Refusal('invalid', refusals.checkAnswers, { errors })
      refuseOtherTerms(tx, save)
      const consent = { field: 'consent', before: null, after: save.consent ?? consentByCall }
      return sign(tx, actor, saved, [...changes, consent])
    })
  return notifyingAddressOwner(deps, submit)
}

/**
 * Refuses 'conflict' when the page showed other terms than those in force, or another sentence of consent than the
 * present one. A call that names neither has shown neither.
 */
function refuseOtherTerms(deps: Deps, { termsVersion, consent }: DrawnSave) {
  if (termsVersion === undefined && consent === undefined) return
  if (termsVersion !== undefined && termsVersion !== termsInForce(deps).version)
    throw refusalAt('termsVersion', 'conflict', refusals.termsChanged)
  if (consent !== consentNumber)
    throw refusalAt('termsVersion', 'conflict', refusals.consentChanged)
}

function sign(
  tx: Writing<Deps>,
  actor: Applicant | Signer,
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
  const request = actor.kind === 'signer' ? closeSigning(tx, submitted, actor) : null
  if (!request) endSigning(tx, submitted.seq)
  openPortalAccount(tx, submitted, request?.email)
  const signer = request ? [{ field: 'signerEmail', before: null, after: request.email }] : []
  const document = freezeAndRecord(tx, actor, submitted, {
    action: 'application submitted',
    changes: [...changes, ...signer, { field: 'status', before: 'draft', after: 'submitted' }],
  })
  const question = askStandingQuestion(tx, submitted)
  tellEverybody(tx, submitted, document, question)
  if (request) thankSigner(tx, submitted, request)
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

function thankSigner(
  tx: Writing<Deps>,
  application: Application,
  { name, email }: SignatureRequest,
) {
  const about = { application: application.id, businessName: application.businessName ?? '' }
  const to = { name, address: email }
  enqueue(tx, { kind: 'signature-thanks', ...about, to }, 'signature-thanks')
}
