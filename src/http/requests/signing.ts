import type { Applicant, Signer } from '#src/domain/actor.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { withImage } from '#src/domain/applications/draw-signature.ts'
import {
  isWaiting,
  type SignatureRequest,
  signatureRequestOf,
} from '#src/domain/applications/signing-access.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { areEmailsSetUp } from '#src/domain/mailing/status.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { isUndelivered, type NamedSigner, requestSignature } from '#src/domain/signing/requests.ts'
import { submitApplication } from '#src/domain/signing/submit.ts'
import { fieldNames, isSigned } from '#src/forms/fields/fields.ts'
import { keepChosenSignature } from '#src/forms/registration/chosen-signature.ts'
import { saveSchema } from '#src/forms/registration/save.ts'
import type { ShownRequest } from '#src/forms/signing/shown-request.ts'
import type { Ctx } from '#src/http/context.ts'
import { checkForm } from './form-request.ts'
import { inTurn } from './registration.ts'

/**
 * Stores a request to sign. Refuses as `requestSignature` does, and with 'unavailable' while no email would be sent.
 */
export async function askForSignature(
  c: Ctx,
  actor: Applicant,
  id: string,
  signer: NamedSigner,
): Promise<ShownRequest> {
  const { deps } = c.var
  if (!areEmailsSetUp(deps)) throw new Refusal('unavailable', refusals.noSignatureEmails)
  return showRequest(c, id, await requestSignature(deps, actor, id, signer))
}

/** Returns `null` while nobody has been asked. */
export function shownRequest(c: Ctx, draft: Application): ShownRequest | null {
  const request = signatureRequestOf(c.var.deps, draft)
  return request && showRequest(c, draft.id, request)
}

function showRequest(c: Ctx, draft: string, request: SignatureRequest): ShownRequest {
  const { deps } = c.var
  const { name, email, note } = request
  const state = isWaiting(deps, request) ? 'waiting' : stateOf(request)
  return { state, name, email, words: wordsOf(c, draft, request, state), note }
}

function wordsOf(
  c: Ctx,
  draft: string,
  request: SignatureRequest,
  state: ShownRequest['state'],
): string {
  const { deps } = c.var
  const { name, email, askedAt, expiresAt, endedAt } = request
  const time = (at: number) => longInstant(deps.env.APP_TIMEZONE, at)
  const who = `${name} (${email})`
  const until = time(endedAt ?? expiresAt)
  if (state === 'expired')
    return `${who} has not signed, and the link stopped working on ${until}. Ask again, ask somebody else, or sign yourself.`
  if (state === 'declined')
    return `The reader of ${email} said on ${until} that it is not for them to sign. Ask somebody else, or sign yourself.`
  if (state === 'returned')
    return `${who} sent it back on ${until} without signing, with this note:`
  const waits = `This application waits for ${who} to sign it, since ${time(askedAt)}.`
  return isUndelivered(deps, draft, request)
    ? `${waits} We could not deliver the email. Check the address below, then ask again.`
    : `${waits} The link that we sent works until ${until}.`
}

const stateOf = ({ state }: SignatureRequest): ShownRequest['state'] =>
  state === 'returned' || state === 'declined' ? state : 'expired'

/**
 * Signs and submits. Refuses as `submitApplication` does, and with 'conflict' when an answer is missing, because a
 * signer cannot add it.
 */
export async function signAndSubmit(
  c: Ctx,
  actor: Signer,
  application: Application,
  form: URLSearchParams,
): Promise<Application> {
  const { deps, address } = c.var
  keepChosenSignature(form)
  const posted = new URLSearchParams([...form].filter(([name]) => postedNames.has(name)))
  const { fields: answers, ...sent } = checkForm(saveSchema, posted)
  const save = { ...sent, fields: { ...unsigned, ...answers }, submits: true }
  return inTurn(deps, application.id, async () => {
    const saveWithImage = await withImage(deps, save, application, address)
    try {
      return submitApplication(deps, actor, application.id, saveWithImage)
    } catch (error) {
      throw isIncomplete(error) ? new Refusal('conflict', refusals.incompleteForSigning) : error
    }
  })
}

const signedFields = fieldNames.filter(isSigned)

const postedNames = new Set<string>([
  ...signedFields,
  ...['typedName', 'termsVersion', 'consent', 'draftVersion'],
])

/** Leaves out what the applicant may have entered there. */
const unsigned = Object.fromEntries(signedFields.map((name) => [name, null]))

const isIncomplete = (error: unknown): boolean =>
  error instanceof Refusal &&
  error.kind === 'invalid' &&
  Object.keys(error.details.errors ?? {}).some((name) => !isSigned(name))
