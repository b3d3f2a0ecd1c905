import type { FormValues } from '#src/forms/form-values.ts'

const place = 'countersign.typing'
const thirtyDays = 30 * 24 * 60 * 60 * 1000
const never = ['authSignature', 'typedName']

type Kept = { id: string | null; at: number; values: FormValues }

/** Keeps what is typed and not saved yet, and nothing when all is saved; a signature is never kept (contract 5.3). */
export function keepTyping(id: string | null, typed: FormValues, saved: FormValues) {
  const values = Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => !never.includes(name) && !same(value, saved[name]),
    ),
  )
  try {
    if (Object.keys(values).length === 0) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify({ id, at: Date.now(), values } satisfies Kept))
  } catch {
    // storage may be full or closed to us; what was saved with Next is on the server all the same
  }
}

/** What was typed here before and never saved; `null` when it belongs to another draft or is too old. */
export function keptTyping(id: string | null): FormValues | null {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Kept | null
    const another = id !== null && kept?.id !== null && kept?.id !== id
    if (!kept || another || Date.now() - kept.at > thirtyDays) return null
    return kept.values
  } catch {
    return null
  }
}

/** After the submit, and at "Start again". */
export function forgetTyping() {
  try {
    localStorage.removeItem(place)
  } catch {
    // as above
  }
}

/** Blank rows and blank texts count as nothing said. */
function same(typed: unknown, saved: unknown): boolean {
  return JSON.stringify(said(typed)) === JSON.stringify(said(saved))
}

function said(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? ''
  return value.filter((item) => typeof item === 'string' || item.name || item.position)
}
