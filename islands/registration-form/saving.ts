import { fields, isField } from '#src/forms/fields/fields.ts'
import {
  type DirectorRow,
  type FormValues,
  namesIn,
  percentAt,
  sectionNumbers,
} from '#src/forms/registration/sections.ts'
import { CallError, call } from '#src/ui/calls/call.ts'

export type Made = { id: string; version: number }

let retryKey = newKey()
/** A first save may have made the draft although its answer was lost. */
let isRetry = false

/** With a key, so that a retry gets the same draft; makes a new one when it is gone. `unfinished` skips the checks. */
export async function saveDraft(
  { id, version }: Made,
  values: FormValues,
  section: number,
  termsVersion: string,
  unfinished = false,
): Promise<Made> {
  const payload = { ...payloadOf(values, section, version), ...(unfinished && { unfinished }) }
  const kept = id && (await putDraft(id, payload))
  if (kept) return kept
  const wasTried = isRetry
  isRetry = true
  const first = { ...payload, termsVersion }
  const made = await call<Made>('POST', '/api/applications', first, {
    'Idempotency-Key': retryKey,
  })
  // a retry gets the first answer, and with it none of what was typed since
  const saved = wasTried ? await call<Made>('PUT', pathOf(made.id), payload) : made
  retryKey = newKey()
  isRetry = false
  return saved
}

/** False when the draft is gone. */
export async function submit(
  { id, version }: Made,
  values: FormValues,
  termsVersion: string,
): Promise<boolean> {
  const submitted = await putDraft(id, {
    ...payloadOf(values, 5, version),
    status: 'submitted',
    submittedAt: new Date().toISOString(),
    completionPercentage: 100,
    termsVersion,
  })
  if (submitted) await sendDirectors(id, values)
  return submitted !== null
}

/** The API takes the named directors by themselves, too; a failure is only logged. */
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

/** A reload would lose it. */
export async function saveSignature(id: string, { authSignature, typedName }: FormValues) {
  if (!authSignature && !typedName) return
  const signature = { authSignature, typedName, unfinished: true }
  await call('PUT', pathOf(id), signature).catch(() => {})
}

export const emailLink = (id: string) => call('POST', `${pathOf(id)}/email-link`, {})

/** Without an answer, the version on the page, so that the next submit asks again. */
export const versionInForce = (ownVersion: string): Promise<string> =>
  call<{ version: string }>('GET', '/api/terms').then(
    ({ version }) => version,
    () => ownVersion,
  )

const payloadOf = (values: FormValues, section: number, draftVersion: number) => ({
  ...Object.fromEntries(sectionNumbers.map((number) => [number, sectionOf(values, number)])),
  currentSection: section,
  draftVersion,
  completionPercentage: percentAt(section),
})

const sectionOf = (values: FormValues, number: number) =>
  Object.fromEntries(
    namesIn(number).flatMap((name) => {
      const value = values[name]
      const isAnswer = isField(name) && fields[name].type === 'yesNo' && value
      return value === undefined ? [] : [[name, isAnswer ? value === 'yes' : value]]
    }),
  )

/** `null` when the draft is gone. One that was continued elsewhere fails: no second application is made of it. */
async function putDraft(id: string, payload: object): Promise<Made | null> {
  try {
    return await call('PUT', pathOf(id), payload)
  } catch (error) {
    if (error instanceof CallError && isGone(error)) return null
    throw error
  }
}

const isGone = ({ status, code }: CallError) => [401, 404].includes(status) && code !== 'moved'

const pathOf = (id: string) => `/api/applications/${id}`

/** Insecure contexts have no `randomUUID`. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
