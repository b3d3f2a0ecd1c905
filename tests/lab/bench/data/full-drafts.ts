import type { Deps } from '#src/deps.ts'
import type { Applicant } from '#src/domain/actor.ts'
import { createDraft } from '#src/domain/applications/drafts.ts'
import { submitApplication } from '#src/domain/applications/submit.ts'
import { accept } from '#src/domain/refusal.ts'
import { readSave } from '#src/forms/registration/save-payload.ts'
import { hashToken } from '#src/security/tokens.ts'
import { finalSave } from '../../../support/app/application-answers.ts'

export type Draft = { id: string; actor: Applicant; token: string }

const visitor: Applicant = {
  kind: 'applicant',
  tokenHash: null,
  address: '192.0.2.10',
  agent: 'Benchmark',
}

/** Makes a draft with every answer; its name and address are its own in every run. */
export function fullDraft(deps: Deps): Draft {
  made += 1
  const {
    status: _,
    submittedAt: __,
    ...draft
  } = finalSave({
    businessName: `Benchmark ${run} ${made} Ltd`,
    mainEmail: `office@benchmark-${run}-${made}.example.com`,
  })
  const given = { token: null, retry: null }
  const { application, token } = createDraft(deps, visitor, accept(readSave(draft)), given)
  if (!token) throw new Error('The new draft came without a token')
  return { id: application.id, actor: { ...visitor, tokenHash: hashToken(token) }, token }
}

/** Submits it as the form does when every section was saved before: the last one again, and that it is meant. */
export function submitDraft(deps: Deps, draft: Draft | undefined) {
  if (!draft) throw new Error('There are too few drafts')
  submitApplication(deps, draft.actor, draft.id, lastSave)
}

const run = Date.now().toString(36)
let made = 0

const { authSignature: _, ...lastSection } = (finalSave() as { 5: Record<string, unknown> })[5]
const lastSave = accept(readSave({ 5: lastSection, status: 'submitted' }))
