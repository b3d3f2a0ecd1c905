import type { Toast } from './toast.ts'

/**
 * `stays` keeps an error that is shown nowhere else until it is dismissed. `afterwards` is what failed after a
 * success.
 */
export type Entry = { toast: Toast; stays: boolean; afterwards?: Toast }

let entry: Entry | null = null
const listeners = new Set<() => void>()

/** Listens to changes of the one toast that the island `Toasts` shows. */
export function listenToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentToast = (): Entry | null => entry

function put(next: Entry | null) {
  entry = next
  for (const listener of listeners) listener()
}

/**
 * Shows a toast. An error stays until it is dismissed, unless its fields show it too; other toasts end after 8
 * seconds.
 */
export function tell(toast: Toast, stands: { atFields?: boolean } = {}) {
  put({ toast, stays: toast.kind === 'error' && !stands.atFields })
}

/** Reports what failed after a success, such as reading again, and keeps the success in sight. */
export function tellAfterwards(toast: Toast) {
  if (entry?.toast.kind !== 'success') return tell(toast)
  put({ toast: entry.toast, stays: true, afterwards: toast })
}

/** Removes the toast of the last action when the next one starts. */
export const withdraw = () => put(null)

export function withdrawFailure() {
  if (entry?.toast.kind === 'error') withdraw()
}

const keptToast = 'toast'
const keptAddress = 'toast-address'

/** Keeps a toast for the next page. `address` is filled in there if it is a sign-in. */
export function keepForNextPage(toast: Toast, address?: string) {
  try {
    sessionStorage.setItem(keptToast, JSON.stringify({ ...toast, address }))
    if (address) sessionStorage.setItem(keptAddress, address)
  } catch {
    // The storage may be blocked.
  }
}

/** Shows the kept toast, unless the page has one of its own, such as that the sign-in has failed after all. */
export function tellKept(instead: Toast | null = null) {
  const stored = taken(keptToast)
  if (stored && !instead) tell(JSON.parse(stored) as Toast)
}

/** Returns the address that was kept for the sign-in, and removes it. */
export const takeKeptAddress = (): string => taken(keptAddress)

function taken(name: string): string {
  try {
    const stored = sessionStorage.getItem(name)
    sessionStorage.removeItem(name)
    return stored ?? ''
  } catch {
    // The storage may be blocked.
    return ''
  }
}
