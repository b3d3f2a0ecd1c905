import { type FormValues, payloadOf, rowsOf } from '#src/forms/registration/form-values.ts'
import { CallError, call } from '#src/ui/calls/call.ts'

type Receipt = { id: string }

let retryKey = newKey()
/** A first save went out and no answer came: the draft may be there, as it was typed then. */
let lostAnswer = false

/**
 * Saves the draft: makes it with a key, so that a retry gets the same one, and makes one that is gone again. `unfinished`
 * keeps it without checks. Returns its reference.
 */
export async function saveDraft(
  id: string | null,
  values: FormValues,
  section: number,
  termsVersion: string,
  unfinished = false,
): Promise<string> {
  const payload = { ...payloadOf(values, section), ...(unfinished && { unfinished }) }
  if (id) {
    const known = await call<Receipt>('PUT', pathOf(id), payload).catch(nullWhenGone)
    if (known) return known.id
  }
  const { id: made } = await makeDraft({ ...payload, termsVersion })
  // A retry gets the first answer, and with it none of what was typed since.
  if (lostAnswer) await call('PUT', pathOf(made), payload)
  retryKey = newKey()
  lostAnswer = false
  return made
}

async function makeDraft(payload: object): Promise<Receipt> {
  try {
    return await call('POST', '/api/applications', payload, { 'Idempotency-Key': retryKey })
  } catch (error) {
    lostAnswer ||= !(error instanceof CallError) || error.status >= 500
    throw error
  }
}

/** Emails a link to the draft to its main address. */
export const emailLink = (id: string) => call('POST', `${pathOf(id)}/email-link`, {})

/** For a call to a draft: `null` when the draft is gone, or is another browser's now. */
export function nullWhenGone(error: unknown): null {
  if (error instanceof CallError && [401, 404].includes(error.status)) return null
  throw error
}

/** The directors go once more by themselves after their section; a failure is logged and nothing else. */
export async function sendDirectors(id: string, values: FormValues) {
  const directors = rowsOf(values).filter(({ name }) => name.trim())
  if (directors.length === 0) return
  try {
    await call('POST', `${pathOf(id)}/directors`, { directors })
  } catch (error) {
    console.warn('The directors could not be saved by themselves', error)
  }
}

/** The final payload: the whole form, submitted under the terms that were shown. Returns the reference. */
export async function submit(
  id: string,
  values: FormValues,
  termsVersion: string,
): Promise<string> {
  await call('PUT', pathOf(id), {
    ...payloadOf(values, 5),
    status: 'submitted',
    submittedAt: new Date().toISOString(),
    completionPercentage: 100,
    termsVersion,
  })
  await sendDirectors(id, values)
  return id
}

/** The terms in force; when no answer comes, those that were shown, so that the next submit asks again. */
export const versionInForce = (shown: string): Promise<string> =>
  call<{ version: string }>('GET', '/api/terms').then(
    ({ version }) => version,
    () => shown,
  )

const pathOf = (id: string) => `/api/applications/${id}`

/** Random in insecure contexts too, where `randomUUID` is missing. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
