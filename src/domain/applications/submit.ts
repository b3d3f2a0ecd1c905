import { eq } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { openAccount } from '#src/domain/accounts/clients.ts'
import type { Applicant } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { tellEndpoints } from '#src/domain/integrations/tell-endpoints.ts'
import { enqueue } from '#src/domain/jobs/emails.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { freezeSigned } from '#src/domain/sealing/freeze.ts'
import { type Terms, termsInForce } from '#src/domain/terms/versions.ts'
import { sectionNumbers } from '#src/forms/registration/sections.ts'
import { authorize } from './access.ts'
import { type Application, directorsOf, signaturesOf } from './application.ts'
import { closeDraft } from './draft-access.ts'
import { draftErrors, writeSave } from './drafts.ts'
import type { DrawnSave } from './draw-signature.ts'
import { tellingHolder } from './duplicates.ts'
import { tally } from './tally.ts'

/**
 * The final submit: saves what came with it, checks all five sections and signs. The server's clock says when. The same
 * values again change nothing; others refuse with 'conflict'.
 */
export function submitApplication(
  deps: Deps,
  actor: Applicant,
  id: string,
  save: DrawnSave,
): Application {
  const submit = () =>
    transact(deps, (deps) => {
      const application = authorize(deps, actor, 'write-draft', id)
      const saved = writeSave(deps, actor, application, save, 'draft saved')
      if (saved.status !== 'draft') return saved
      const errors = draftErrors(deps, saved, sectionNumbers)
      if (Object.keys(errors).length > 0)
        throw new Refusal('invalid', refusals.checkAnswers, { errors })
      return sign(deps, actor, saved, shownTerms(deps, save))
    })
  return tellingHolder(deps, 'apply', submit)
}

/** The terms in force; refuses 'conflict' when the applicant was shown others (rule 309). */
function shownTerms(deps: Deps, { termsVersion }: DrawnSave): Terms {
  const terms = termsInForce(deps)
  if (termsVersion === undefined || termsVersion === terms.version) return terms
  const errors = { termsVersion: refusals.termsChanged }
  throw new Refusal('conflict', refusals.termsChanged, { errors })
}

/** Freezes what was signed as it is now, and tells everybody whom it concerns. */
function sign(
  deps: Writing<Deps>,
  actor: Applicant,
  draft: Application,
  terms: Terms,
): Application {
  const submitted = deps.db.orm
    .update(applications)
    .set({
      status: 'submitted',
      submittedAt: draft.updatedAt,
      completionPercentage: 100,
      applicantEmail: null,
    })
    .where(eq(applications.seq, draft.seq))
    .returning()
    .get()
  tally(deps, 'submitted', submitted)
  closeDraft(deps, submitted)
  const event = recordEvent(deps, actor, {
    action: 'application submitted',
    application: submitted.id,
    changes: [{ field: 'status', before: 'draft', after: 'submitted' }],
  })
  const { authorisation } = signaturesOf(deps, submitted)
  const directors = directorsOf(deps, submitted)
  const frozen = { application: submitted, directors, event, terms }
  announce(deps, submitted, freezeSigned(deps, actor, authorisation, frozen))
  tellEndpoints(deps, 'application.submitted', submitted)
  return submitted
}

/** Opens the customer's account and tells applicant and accounts team (rules 52 and 210). */
function announce(deps: Deps, application: Application, document: number) {
  const { id, businessName, mainEmail, accountType } = application
  const client = openAccount(deps, application)
  const name = businessName ?? ''
  const to = { name, address: mainEmail ?? '' }
  enqueue(
    deps,
    { kind: 'receipt', application: id, businessName: name, to, client: client.id },
    'receipt',
    { document },
  )
  enqueue(
    deps,
    { kind: 'new-application', application: id, businessName: name, accountType },
    'new',
    { document },
  )
}
