import { type FormValues, payloadOf, rowsOf } from '#src/forms/form-values.ts'
import { CallError, call } from '#src/ui/call.ts'

type Receipt = { id: string }

let retryKey = newKey()

/**
 * Saves the draft: makes it the first time, with a key so that a retry gets the same one. One that is gone (too old, or
 * deleted in another tab) is made again from what is typed. Answers its reference.
 */
export async function saveDraft(
  id: string | null,
  values: FormValues,
  section: number,
): Promise<string> {
  const payload = payloadOf(values, section)
  if (id) {
    const known = await call<Receipt>('PUT', pathOf(id), payload).catch(nullWhenGone)
    if (known) return known.id
  }
  const made = await call<Receipt>('POST', '/api/applications', payload, {
    'Idempotency-Key': retryKey,
  })
  retryKey = newKey()
  return made.id
}

function nullWhenGone(error: unknown): null {
  if (error instanceof CallError && [401, 404].includes(error.status)) return null
  throw error
}

/** The directors go once more by themselves after their section; a failure is logged and nothing else (spec 8). */
export async function sendDirectors(id: string, values: FormValues) {
  const directors = rowsOf(values).filter(({ name }) => name.trim())
  if (directors.length === 0) return
  try {
    await call('POST', `${pathOf(id)}/directors`, { directors })
  } catch (error) {
    console.warn('The directors could not be saved by themselves', error)
  }
}

/** The final payload: the whole form, submitted (spec 3, Save payload). */
export async function submit(id: string, values: FormValues) {
  await call('PUT', pathOf(id), {
    ...payloadOf(values, 5),
    status: 'submitted',
    submittedAt: new Date().toISOString(),
    completionPercentage: 100,
  })
  await sendDirectors(id, values)
}

const pathOf = (id: string) => `/api/applications/${id}`

/** Random in insecure contexts too, where `randomUUID` is missing. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
