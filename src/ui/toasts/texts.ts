import type { Toast } from './toast.ts'

/** The toasts of all screens, word for word (rule 281). */
export const toasts = {
  submitted: { kind: 'success', title: 'Success', text: 'Application submitted successfully!' },
  draftLinkSent: {
    kind: 'success',
    title: 'Check your mailbox',
    text: 'Your answers are saved. We send the link to your main email address, at most three times a day.',
  },
  duplicateEmail: {
    kind: 'error',
    title: 'Duplicate Email',
    text: 'An application with this email address already exists. Please use a different email or contact us if this is your application.',
  },
  saveFailed: (message?: string): Toast => ({
    kind: 'error',
    title: 'Error',
    text: message ?? 'Failed to save form data. Please try again.',
  }),
  submitFailed: (message?: string): Toast => ({
    kind: 'error',
    title: 'Error',
    text: `Failed to submit application: ${message ?? 'Please try again.'}`,
  }),
} satisfies Record<string, Toast | ((message?: string) => Toast)>

/** What a duplicate's server message contains. */
export const duplicateMark = 'email address already exists'
