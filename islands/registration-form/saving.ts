import { fields, isField } from '#src/forms/fields/fields.ts'
import {
  type DirectorRow,
  type FormValues,
  namesIn,
  percentAt,
  sectionNumbers,
} from '#src/forms/registration/sections.ts'
import type { ShownRequest } from '#src/forms/signing/shown-request.ts'
import { call, statusOf } from '#src/ui/calls/call.ts'

const last = sectionNumbers.length

export type Made = { id: string; version: number }

let retryKey = newKey()
/** The idempotency key of the draft that this page has made. */
let own = { id: '', key: '' }
/** Whether a first save may have made the draft although its answer was lost. */
let isRetry = false

/** The facts that the page shows beside the answers. */
type PageFacts = { termsVersion: string; consent: string; today: string }

/**
 * Saves the draft of the page, or makes one, with a key so that a retry gets the same draft. Without a `section`
 * the server checks nothing.
 */
export async function saveAnswers(
  { id, version }: Made,
  values: FormValues,
  section: number | null,
  { termsVersion, today }: PageFacts,
): Promise<Made> {
  const payload = payloadOf(values, section, version, today)
  if (id) return put(id, payload)
  const wasTried = isRetry
  isRetry = true
  const first = { ...payload, termsVersion }
  const made = await make(first, retryKey)
  own = { id: made.id, key: retryKey }
  // A retry gets the first answer, which does not have the newer answers.
  const saved = wasTried ? await put(made.id, payload) : made
  retryKey = newKey()
  isRetry = false
  return saved
}

export async function submit(
  { id, version }: Made,
  values: FormValues,
  { termsVersion, consent, today }: PageFacts,
) {
  await put(id, {
    ...payloadOf(values, last, version, today),
    status: 'submitted',
    submittedAt: new Date().toISOString(),
    completionPercentage: 100,
    termsVersion,
    consent,
  })
  await sendDirectors(id, values)
}

export const madeByThisPage = (id: string) => id !== '' && own.id === id

const make = (first: object, key: string) =>
  call<Made>('POST', '/api/applications', first, { 'Idempotency-Key': key })

/**
 * Requests the cookie of the first save again, for a browser that did not keep it then but does now. The request has no
 * answers, so it makes no other draft.
 */
async function put(id: string, payload: object): Promise<Made> {
  const write = () => call<Made>('PUT', pathOf(id), payload)
  try {
    return await write()
  } catch (error) {
    if (statusOf(error) !== 401 || !madeByThisPage(id)) throw error
    try {
      await make({}, own.key)
    } catch {
      own = { id: '', key: '' }
      throw error
    }
    return write()
  }
}

/** Sends the named directors by their own call, too. A failure is only logged. */
export async function sendDirectors(id: string, values: FormValues) {
  const rows = (values.directors ?? []) as DirectorRow[]
  const directors = rows.filter(({ name }) => name.trim())
  if (directors.length === 0) return
  try {
    await call('POST', `${pathOf(id)}/directors`, { directors })
  } catch (error) {
    console.warn('Directors not saved', error)
  }
}

/** Saves the signature at once, because a reload would lose it. */
export async function saveSignature(id: string, { authSignature, typedName }: FormValues) {
  if (!authSignature && !typedName) return
  const signature = { authSignature, typedName, unfinished: true }
  await call('PUT', pathOf(id), signature).catch(() => {})
}

export const emailLink = (id: string) => call('POST', `${pathOf(id)}/email-link`, {})

/** Asks a signer, and returns the request as the page shows it. */
export const requestSignature = (id: string, form: FormData): Promise<ShownRequest> =>
  call('POST', `${pathOf(id)}/signature-request`, {
    signerAsked: form.get('signerAsked'),
    signerEmail: form.get('signerEmail'),
  })

export const withdrawRequest = (id: string) => call('DELETE', `${pathOf(id)}/signature-request`)

/** Returns the stored version, or the one on the page if no answer arrives, so that the next submit asks again. */
export const versionInForce = (ownVersion: string): Promise<string> =>
  call<{ version: string }>('GET', '/api/terms').then(
    ({ version }) => version,
    () => ownVersion,
  )

const payloadOf = (
  values: FormValues,
  section: number | null,
  draftVersion: number,
  shownDay: string,
) => ({
  ...Object.fromEntries(sectionNumbers.map((number) => [number, sectionOf(values, number)])),
  ...(section === null
    ? { unfinished: true }
    : { currentSection: section, completionPercentage: percentAt(section) }),
  draftVersion,
  shownDay,
})

const sectionOf = (values: FormValues, number: number) =>
  Object.fromEntries(
    namesIn(number).flatMap((name) => {
      const value = values[name]
      const isAnswer = isField(name) && fields[name].type === 'yesNo' && value
      return value === undefined ? [] : [[name, isAnswer ? value === 'yes' : value]]
    }),
  )

const pathOf = (id: string) => `/api/applications/${id}`

/** This does not use `randomUUID`, which browsers lack over plain http. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
