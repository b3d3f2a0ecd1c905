import type { Toast } from './toast.ts'

/** `stays` until it is dismissed: an error that stands nowhere else. `afterwards` is what went wrong after a success. */
export type Entry = { toast: Toast; stays: boolean; afterwards?: Toast }

let entry: Entry | null = null
const listeners = new Set<() => void>()

/** Of the one toast that the island `Toasts` shows. */
export function listenToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentToast = (): Entry | null => entry

function put(next: Entry | null) {
  entry = next
  for (const listener of listeners) listener()
}

/** An error stays until it is dismissed, unless it also stands at its fields; anything else leaves after 8 seconds. */
export function tell(toast: Toast, stands: { atFields?: boolean } = {}) {
  put({ toast, stays: toast.kind === 'error' && !stands.atFields })
}

/** What failed after a success, such as reading again: the success stays in sight. */
export function tellAfterwards(toast: Toast) {
  if (entry?.toast.kind !== 'success') return tell(toast)
  put({ toast: entry.toast, stays: true, afterwards: toast })
}

/** When the next action starts, what the last one said goes. */
export const withdraw = () => put(null)

export function withdrawFailure() {
  if (entry?.toast.kind === 'error') withdraw()
}

const keptToast = 'toast'
const keptAddress = 'toast-address'

/** `address` fills the sign-in that comes next. */
export function keepForNextPage(toast: Toast, address?: string) {
  try {
    sessionStorage.setItem(keptToast, JSON.stringify({ ...toast, address }))
    if (address) sessionStorage.setItem(keptAddress, address)
  } catch {
    // storage may be closed to us
  }
}

/** What the page itself came to say goes before it: it may say that the sign-in has failed after all. */
export function tellKept(instead: Toast | null = null) {
  const stored = taken(keptToast)
  if (stored && !instead) tell(JSON.parse(stored) as Toast)
}

/** The address that was kept for the sign-in, once. */
export const takeKeptAddress = (): string => taken(keptAddress)

function taken(name: string): string {
  try {
    const stored = sessionStorage.getItem(name)
    sessionStorage.removeItem(name)
    return stored ?? ''
  } catch {
    // storage may be closed to us
    return ''
  }
}
