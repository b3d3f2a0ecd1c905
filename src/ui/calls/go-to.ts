import { leaveWithoutAsking } from '#src/ui/forms/unsaved.ts'
import { keepForNextPage } from '#src/ui/toasts/store.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

/** Leaves for another page, which says `toast`; `address` fills a sign-in. It never ends, so that a button goes on waiting. */
export function goTo(path: string, toast?: Toast | null, address?: string): Promise<never> {
  if (toast) keepForNextPage(toast, address)
  // typing that was sent would ask to stay
  for (const form of document.forms) form.reset()
  leaveWithoutAsking()
  location.assign(path)
  return new Promise(() => {})
}
