import type { Toast } from './toast.ts'

/** The back office's toasts, word for word. */
export const adminToasts = {
  signedIn: { kind: 'success', title: 'Login successful!' },
  signInFailed: (message?: string) => failure(message ?? 'Invalid credentials'),
  signedOut: { kind: 'success', title: 'Logged out successfully' },
  signOutFailed: failure('Failed to logout'),
  listFailed: failure('Failed to fetch applications'),
  updatesFailed: failure('Failed to fetch recent updates'),
  recordFailed: failure('Failed to fetch application'),
  directorsFailed: failure('Failed to fetch directors'),
  approved: {
    kind: 'success',
    title: 'Success',
    text: 'Application approved and customer notified via email',
  },
  proposed: {
    kind: 'success',
    title: 'Approval Proposed',
    text: 'Somebody else has to confirm it. The accounts team gets an email.',
  },
  approveFailed: failure('Failed to approve application'),
  rejected: {
    kind: 'success',
    title: 'Success',
    text: 'Application rejected and customer notified via email',
  },
  rejectFailed: failure('Failed to reject application'),
  updated: {
    kind: 'success',
    title: 'Application Updated',
    text: 'The application has been successfully updated.',
  },
  updateFailed: (message?: string) =>
    failure(message ?? 'Failed to update application. Please try again.'),
  settingsSaved: {
    kind: 'success',
    title: 'Success',
    text: 'Email settings updated successfully',
  },
  settingsFailed: (message?: string) => failure(message ?? 'Failed to update email settings'),
  companySaved: { kind: 'success', title: 'Success', text: 'Company details updated successfully' },
  companyFailed: (message?: string) => failure(message ?? 'Failed to update company details'),
  termsSaved: { kind: 'success', title: 'Success', text: 'Draft of the terms saved' },
  termsPublished: { kind: 'success', title: 'Success', text: 'Terms published' },
  termsWithdrawn: { kind: 'success', title: 'Success', text: 'Terms withdrawn' },
  termsNotWithdrawn: failure,
  termsFailed: (message?: string) => failure(message ?? 'Failed to save the terms'),
  wordingSaved: {
    kind: 'success',
    title: 'Success',
    text: 'The wording has been saved. It counts for every email sent from now on.',
  },
  wordingRestored: {
    kind: 'success',
    title: 'Success',
    text: 'The original wording counts again for every email sent from now on.',
  },
  wordingFailed: (message?: string) => failure(message ?? 'Failed to save the wording'),
  disconnected: { kind: 'success', title: 'Microsoft 365 is disconnected' },
  disconnectFailed: (message?: string) => failure(message ?? 'Failed to disconnect Microsoft 365'),
  unreachable: { kind: 'error', title: 'Network Error', text: 'Unable to connect to server' },
  testSent: (address: string): Toast => ({
    kind: 'success',
    title: 'Test Email Sent',
    text: `Test email sent successfully to ${address}`,
  }),
  testFailed: (message?: string): Toast => ({
    kind: 'error',
    title: 'Test Failed',
    text: message ?? 'Failed to send test email',
  }),
} satisfies Record<string, Toast | ((words?: string) => Toast) | ((address: string) => Toast)>

/** What a page says when something was refused. */
export function failure(text: string): Toast {
  return { kind: 'error', title: 'Error', text }
}
