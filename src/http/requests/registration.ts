import type { SubmissionResult } from '@conform-to/react'
import type { Deps } from '#src/deps.ts'
import type { Applicant } from '#src/domain/actor.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { createDraft, saveDraft } from '#src/domain/applications/drafts.ts'
import { withImage, withoutSignature } from '#src/domain/applications/draw-signature.ts'
import { findRetried, type Retry } from '#src/domain/applications/retries.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { submitApplication } from '#src/domain/signing/submit.ts'
import { keepChosenSignature } from '#src/forms/registration/chosen-signature.ts'
import { copiedAnswers, sameAsBoxes } from '#src/forms/registration/same-as.ts'
import { type Save, saveSchema } from '#src/forms/registration/save.ts'
import { percentAt, sectionNumbers } from '#src/forms/registration/sections.ts'
import type { Ctx } from '#src/http/context.ts'
import { HttpError } from '#src/http/errors.ts'
import { limitDuplicates } from '#src/http/middleware/limit.ts'
import { applicantOf, draftToken, setDraftCookie } from '#src/http/sessions/draft-cookie.ts'
import { hashToken } from '#src/security/tokens.ts'
import { checkForm, replyTo, replyToIntent } from './form-request.ts'

/** A draft, and the browser that has it open. */
export type OpenDraft = { draft: Application; actor: Applicant }

export const receiptOf = (
  { id, status, completionPercentage, version }: Application,
  { draftVersion }: Save,
) => ({
  id,
  status,
  completionPercentage,
  ...(draftVersion !== undefined && { version }),
})

/** Creates a draft and gives its cookie to the browser. Refuses as `createDraft` does. */
export async function beginDraft(
  c: Ctx,
  input: Save,
  retry: Retry | null,
  draw = withImage,
): Promise<OpenDraft> {
  const { deps } = c.var
  const actor = applicantOf(c)
  // a retry gets the first answer, even if signatures cannot be drawn at the moment
  const known = retry !== null && findRetried(deps, retry) !== null
  const save = known ? withoutSignature(input) : await draw(deps, input, null, c.var.address)
  const { application, token } = await limitDuplicates(c, save.fields.mainEmail, null, () =>
    createDraft(deps, actor, save, { token: draftToken(c), retry }),
  )
  if (token) setDraftCookie(c, token)
  return { draft: application, actor: token ? { ...actor, tokenHash: hashToken(token) } : actor }
}

/** Saves or submits what was sent. Refuses as `saveDraft` and `submitApplication` do. */
export const saveOrSubmitDraft = (
  c: Ctx,
  { draft, actor }: OpenDraft,
  input: Save,
  draw = withImage,
): Promise<Application> =>
  inTurn(c.var.deps, draft.id, async () => {
    const { deps } = c.var
    const save = await draw(deps, input, draft, c.var.address)
    const write = save.submits && !save.isUnfinished ? submitApplication : saveDraft
    return limitDuplicates(c, save.fields.mainEmail, draft.mainEmailKey, () =>
      write(deps, actor, draft.id, save),
    )
  })

/** Leaves out a refused signature, so that the other answers can be stored. */
export const withImageIfPossible: typeof withImage = async (deps, save, draft, address) => {
  try {
    return await withImage(deps, save, draft, address)
  } catch (error) {
    if (error instanceof Refusal) return withoutSignature(save)
    throw error
  }
}

/** Runs the writes to a draft in the order they arrived, even when one has to wait for its signature. */
export async function inTurn<Result>(
  { draftWrites: turns }: Deps,
  draft: string,
  write: () => Promise<Result>,
): Promise<Result> {
  const turn = (turns.get(draft) ?? Promise.resolve()).then(write, write)
  turns.set(draft, turn)
  try {
    return await turn
  } finally {
    if (turns.get(draft) === turn) turns.delete(draft)
  }
}

const stepsOfDraft = ['email-link', 'ask-signer', 'sign-myself', 'save'] as const

/** Other things that a page can do with its draft. The answers are stored first, even if they have errors. */
export type DraftStep = (typeof stepsOfDraft)[number]

const isDraftStep = (step: string): step is DraftStep =>
  stepsOfDraft.some((known) => known === step)

type Posted =
  | { kind: 'show-again'; section: number; reply: SubmissionResult }
  | { kind: 'next' | 'answers' | 'submit' | DraftStep; section: number; save: Save }

/**
 * Reads the posted form. Refuses 'invalid' for an answer that is too long, and throws 400 for a form that does not
 * name its section.
 */
export function readPost(form: URLSearchParams): Posted {
  const step = form.get('step') ?? ''
  complete(form)
  const rows = replyToIntent(form)
  if (rows) return { kind: 'show-again', section: 2, reply: rows }
  if (step === 'read-back') return { kind: 'show-again', section: 5, reply: replyTo(form, {}) }
  const save = checkForm(saveSchema, form)
  const opened = sectionNumbers.find((number) => String(number) === form.get('section'))
  if (isDraftStep(step)) return { kind: step, section: opened ?? 1, save: unfinished(save) }
  // the Enter key presses the first button, which names no section
  const section = sectionOfButton(step) ?? opened
  if (!section) throw new HttpError(400, 'The form does not say which section it is in')
  const submits = section === 5
  const onward = step.startsWith('answers:') ? 'answers' : 'next'
  return {
    kind: submits ? 'submit' : onward,
    section,
    // the page may come from an earlier version, which had no consent sentence
    save: { consent: '', ...save, section, percent: percentAt(section), submits },
  }
}

/** Returns the same answers, to be stored even if the check finds errors. */
export const unfinished = (save: Save): Save => ({ ...save, isUnfinished: true, percent: 0 })

const sectionOfButton = (step: string) =>
  sectionNumbers.find((number) =>
    (number === 5 ? ['submit'] : [`next:${number}`, `answers:${number}`]).includes(step),
  )

function complete(form: URLSearchParams) {
  if (!form.has('businessTypes')) form.set('businessTypes', '')
  // a signature that was not sent stays as it is stored
  if (!form.get('authSignature')) form.delete('authSignature')
  keepChosenSignature(form)
  for (const copy of sameAsBoxes)
    if (form.has(copy.box))
      for (const [to, text] of copiedAnswers(copy, (name) => form.get(name) ?? ''))
        form.set(to, text)
}
