import { draftCookieBlocked } from '#src/forms/registration/draft-not-open.ts'
import { failure, success } from './toast.ts'

export const toasts = {
  submitted: success('Success', 'Application submitted successfully!'),
  draftLinkSent: (address = 'your main email address') =>
    success(
      'Check your inbox',
      `The link is on its way to ${address}. It works once, within 24 hours.`,
    ),
  signatureRequested: (address: string) =>
    success('Sent for signature', `The link is on its way to ${address}. It works for 7 days.`),
  saved: success('Saved', 'Your answers are saved.'),
  duplicateEmail: failure(
    'Duplicate Email',
    'An application with this email address already exists. Please use a different email or contact us if this is your application.',
  ),
  cookieBlocked: failure('Error', draftCookieBlocked),
  saveFailed: (message = 'Failed to save form data. Please try again.') =>
    failure('Error', message),
  submitFailed: (message = 'Please try again.') =>
    failure('Error', `Failed to submit application: ${message}`),
}
