import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Applicant } from '#src/domain/actor.ts'
import { authorize } from '#src/domain/applications/access.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { refuseWhenFull } from '#src/domain/disk-space.ts'
import { minutes } from '#src/domain/durations.ts'
import { enqueue } from '#src/domain/jobs/emails.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { faultOf } from '#src/forms/fields/schema.ts'
import { hashToken } from '#src/security/tokens.ts'

/**
 * Emails the links of a draft to its main address (rule 43). Past a limit nothing is sent and nothing is said. Refuses as
 * `authorize`, 'invalid' without an address of the applicant's own, and 'conflict' after the submit.
 */
export async function emailDraftLink(deps: Deps, actor: Applicant, id: string) {
  const draft = authorize(deps, actor, 'write-draft', id)
  if (draft.status !== 'draft') throw new Refusal('conflict', refusals.alreadySubmitted)
  const address = draft.mainEmail ?? ''
  const fault = draft.applicantEmail === null ? faultOf('mainEmail', address) : notTheirs
  if (fault) throw refusalAt('mainEmail', 'invalid', fault)
  refuseWhenFull(deps)
  if ((await deps.limits.take('linksOfDraft', id)) > 0) return
  if ((await deps.limits.take('draftLinkMail', hashToken(emailKey(address)))) > 0) return
  transact(deps, (deps) => {
    const minute = Math.floor(deps.now() / minutes(1))
    const email = { kind: 'draft-link', to: { name: '', address }, draft: id } as const
    enqueue(deps, email, `draft-link|${id}|${emailKey(address)}|${minute}`)
    recordEvent(deps, actor, { action: 'draft link requested', application: id })
  })
}

const notTheirs =
  'Our accounts team has entered this address. The link only goes to an address that you have typed yourself.'
