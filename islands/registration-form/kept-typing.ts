import { type FormValues, sameAnswer } from '#src/forms/form-values.ts'

const place = 'countersign.typing'
const thirtyDays = 30 * 24 * 60 * 60 * 1000
const never = ['authSignature', 'typedName']

type Kept = { id: string | null; at: number; values: FormValues }

/** Keeps what is typed and not saved yet, and nothing when all is saved; a signature is never kept (contract 5.3). */
export function keepTyping(id: string | null, typed: FormValues, saved: FormValues) {
  const values = changedSince(saved, typed)
  for (const name of never) delete values[name]
  try {
    if (Object.keys(values).length === 0) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify({ id, at: Date.now(), values } satisfies Kept))
  } catch {
    // storage may be full or closed to us; what was saved with Next is on the server all the same
  }
}

/** What was typed here before and never saved; nothing when it belongs to another draft or is too old. */
export function keptTyping(id: string | null): FormValues {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Kept | null
    const another = id && kept?.id && kept.id !== id
    if (kept && !another && Date.now() - kept.at < thirtyDays) return kept.values
  } catch {
    // closed to us, or not ours
  }
  forgetTyping()
  return {}
}

/** After the submit, and at "Start again". */
export function forgetTyping() {
  try {
    localStorage.removeItem(place)
  } catch {
    // as above
  }
}

/** The answers that are not what they were. */
export const changedSince = (before: FormValues, now: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !sameAnswer(value, before[name])),
  )
