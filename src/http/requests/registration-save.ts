import type { Applicant } from '#src/domain/actor.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { createDraft, saveDraft } from '#src/domain/applications/drafts.ts'
import type { Retry } from '#src/domain/applications/idempotency.ts'
import { submitApplication } from '#src/domain/applications/submit.ts'
import { withDrawnName, withoutName } from '#src/domain/applications/typed-name.ts'
import { emailDraftLink } from '#src/domain/drafts/email-link.ts'
import { minutes } from '#src/domain/durations.ts'
import { accept } from '#src/domain/refusal.ts'
import { type FormValues, payloadOf } from '#src/forms/registration/form-values.ts'
import { readSave, type Save } from '#src/forms/registration/save-payload.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import {
  applicantOf,
  draftToken,
  renewDraftCookie,
  setDraftCookie,
} from '#src/http/sessions/draft-cookie.ts'
import { hashToken } from '#src/security/tokens.ts'
import { limitDuplicates } from './duplicate-limit.ts'

/** The draft, and who may go on with it: a browser that got its cookie just now has not sent it yet. */
export type Kept = { draft: Application; actor: Applicant }

type Posted = {
  kind: 'next' | 'submit' | 'email-link'
  section: number
  values: FormValues
  termsVersion: string | null
}

/**
 * Keeps all that was posted without scripts, before any section is checked, so that a browser that is closed on the
 * errors has lost nothing; makes the draft when there is none. Refuses 'invalid', 'conflict' and 'too-many'.
 */
export async function keepPosted(c: Ctx, posted: Posted, draft: Application | null): Promise<Kept> {
  await limit(c, posted.kind === 'submit' ? 'submit' : draft ? 'save' : 'draft')
  const { deps } = c.var
  const actor = applicantOf(c)
  const unchecked = { ...(await drawnIfPossible(c, posted, draft)), section: null, percent: 0 }
  const { mainEmail } = unchecked.fields
  if (draft) {
    const saved = await limitDuplicates(c, mainEmail, draft.mainEmailKey, () =>
      saveDraft(deps, actor, draft.id, unchecked),
    )
    renewDraftCookie(c)
    return { draft: saved, actor }
  }
  const ticket = { token: draftToken(c), retry: retryOf(posted, actor) }
  const made = await limitDuplicates(c, mainEmail, null, () =>
    createDraft(deps, actor, unchecked, ticket),
  )
  if (!made.token) return { draft: made.application, actor }
  setDraftCookie(c, made.token)
  return { draft: made.application, actor: { ...actor, tokenHash: hashToken(made.token) } }
}

/** Checks the section, submits the whole, or emails the link; returns where to go next. Refuses as the verbs do. */
export async function advance(c: Ctx, posted: Posted, { draft, actor }: Kept): Promise<string> {
  const { deps } = c.var
  const { id, status } = draft
  const success = `/success?id=${encodeURIComponent(id)}`
  if (posted.kind === 'email-link') {
    await limit(c, 'draftLink')
    await emailDraftLink(deps, actor, id)
    return `/client-form?section=${posted.section}&sent`
  }
  // the second click of two, and the first has submitted it
  if (status !== 'draft') return success
  const save = await withDrawnName(deps, saveOf(posted), draft, actor.address)
  if (posted.kind === 'submit') {
    submitApplication(deps, actor, id, save)
    return success
  }
  saveDraft(deps, actor, id, save)
  return `/client-form?section=${posted.section + 1}`
}

/**
 * Without scripts there is no key for retries, and a double click posts twice before the browser has a cookie (rule
 * 36). Answers without a main address do not count: two people in one office may send nearly empty forms.
 */
const retryOf = (posted: Posted, { address, agent }: Applicant): Retry | null =>
  posted.values.mainEmail
    ? { parts: [JSON.stringify(posted), address, agent], lasts: minutes(1), isDoubleClick: true }
    : null

/** Everything but the signature when the typed name cannot be drawn; the check that follows says why. */
async function drawnIfPossible(c: Ctx, posted: Posted, draft: Application | null): Promise<Save> {
  const save = saveOf(posted)
  try {
    return await withDrawnName(c.var.deps, save, draft, c.var.address)
  } catch {
    return withoutName(save)
  }
}

/** The posted form as a save; a signature that is not in it stays as it is stored. */
function saveOf({ section, values, termsVersion }: Posted): Save {
  const { authSignature, ...rest } = values
  const payload = payloadOf(authSignature ? values : rest, section)
  return accept(readSave({ ...payload, termsVersion }))
}
