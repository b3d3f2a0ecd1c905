import { type DirectorRow, type FormValues, payloadOf } from '#src/forms/form-values.ts'
import { call } from '#src/ui/call.ts'

type Receipt = { id: string }

let retryKey = newKey()

/** Saves the draft: makes it the first time, with a key so that a retry gets the same one. Answers its reference. */
export async function saveDraft(
  id: string | null,
  values: FormValues,
  section: number,
): Promise<string> {
  const payload = payloadOf(values, section)
  if (id) return (await call<Receipt>('PUT', pathOf(id), payload)).id
  const made = await call<Receipt>('POST', '/api/applications', payload, {
    'Idempotency-Key': retryKey,
  })
  retryKey = newKey()
  return made.id
}

/** The directors go once more by themselves after their section; a failure is logged and nothing else (spec 8). */
export async function sendDirectors(id: string, values: FormValues) {
  const directors = (values.directors as DirectorRow[]).filter(({ name }) => name.trim())
  if (directors.length === 0) return
  try {
    await call('POST', `${pathOf(id)}/directors`, { directors })
  } catch (error) {
    console.warn('The directors could not be saved by themselves', error)
  }
}

/** The final payload: the whole form, submitted (spec 3, Save payload). */
export async function submit(id: string | null, values: FormValues): Promise<string> {
  const reference = id ?? (await saveDraft(null, values, 5))
  await call('PUT', pathOf(reference), {
    ...payloadOf(values, 5),
    status: 'submitted',
    submittedAt: new Date().toISOString(),
    completionPercentage: 100,
  })
  await sendDirectors(reference, values)
  return reference
}

const pathOf = (id: string) => `/api/applications/${id}`

/** Random in insecure contexts too, where `randomUUID` is missing. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
