import { leaveWithoutAsking } from '#src/ui/forms/unsaved.ts'
import { keepForNextPage } from '#src/ui/toasts/store.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

/**
 * Leaves for another page, which shows `toast`; `address` is filled in there. Never resolves, so that a button keeps
 * waiting.
 */
export function goTo(path: string, toast?: Toast | null, address?: string): Promise<never> {
  if (toast) keepForNextPage(toast, address)
  // The browser would ask to stay because of the input that was just sent.
  for (const form of document.forms) form.reset()
  leaveWithoutAsking()
  location.assign(path)
  return new Promise(() => {})
}
