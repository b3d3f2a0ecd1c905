import type { Toast } from '#src/ui/toasts/toast.ts'
import { CallError } from './call.ts'

/** Shown on every form when no answer came. */
const connectionLost = {
  kind: 'error',
  title: 'Unable to connect.',
  text: 'Your answers are still here.',
} satisfies Toast

/** The toast for a failed call: `refused` gets what the server answered, a lost connection is told as one. */
export const failureToast = (
  error: unknown,
  refused: (message: string | undefined) => Toast,
): Toast => (error instanceof CallError ? refused(error.reply.message) : connectionLost)

/** The same in one sentence, for forms that say it in the page. */
export const failureMessage = (error: unknown): string =>
  error instanceof CallError
    ? (error.reply.message ?? 'That did not work. Please try again.')
    : `${connectionLost.title} ${connectionLost.text}`
