import { signInTexts } from '#src/forms/sign-in/sign-in-texts.ts'
import type { Toast } from './toast.ts'
import { failure, refused, success } from './toast.ts'

export const adminToasts = {
  signedIn: success('Login successful!'),
  signInFailed: (message?: string) => refused(message ?? 'Invalid credentials'),
  signInUnreachable: refused('Unable to connect to server'),
  noCookies: refused(signInTexts.noCookies),
  accountFailed: (message?: string) =>
    refused(message ?? 'Your password could not be set. Please try again.'),
  signedOut: success('Logged out successfully'),
  signOutFailed: refused('Failed to logout'),
  listFailed: refused('Failed to fetch applications'),
  numbersFailed: refused('Failed to fetch analytics'),
  updatesFailed: refused('Failed to fetch recent updates'),
  recordFailed: refused('Failed to fetch application'),
  directorsFailed: refused('Failed to fetch directors'),
  approved: success('Success', 'Application approved and customer notified via email'),
  proposed: success(
    'Approval Proposed',
    'Somebody else has to confirm it. The accounts team gets an email.',
  ),
  approveFailed: refused('Failed to approve application'),
  rejected: success('Success', 'Application rejected and customer notified via email'),
  rejectFailed: refused('Failed to reject application'),
  updated: success('Application Updated', 'The application has been successfully updated.'),
  updateFailed: (message?: string) =>
    refused(message ?? 'Failed to update application. Please try again.'),
  settingsSaved: success('Success', 'Email settings updated successfully'),
  settingsFailed: (message?: string) => refused(message ?? 'Failed to update email settings'),
  settingsUnread: refused('Failed to fetch email settings'),
  queueFailed: (message?: string) => refused(message ?? 'Failed to change the mail queue'),
  connectFailed: (message?: string) => refused(message ?? 'Failed to connect Microsoft 365'),
  disconnectFailed: (message?: string) => refused(message ?? 'Failed to disconnect Microsoft 365'),
  companySaved: success('Success', 'Company details updated successfully'),
  companyFailed: (message?: string) => refused(message ?? 'Failed to update company details'),
  termsPublished: success('Success', 'Terms published'),
  termsFailed: (message?: string) => refused(message ?? 'Failed to save the terms'),
  wordingSaved: success(
    'Success',
    'The wording has been saved. It applies to every email sent from now on.',
  ),
  wordingRestored: success(
    'Success',
    'The original wording applies again to every email sent from now on.',
  ),
  wordingFailed: (message?: string) => refused(message ?? 'Failed to save the wording'),
  unreachable: failure('Network Error', 'Unable to connect to server'),
  testSent: (address: string): Toast =>
    success('Test Email Sent', `Test email sent successfully to ${address}`),
  testFailed: (message?: string): Toast =>
    failure('Test Failed', message ?? 'Failed to send test email'),
} satisfies Record<string, Toast | ((words?: string) => Toast) | ((address: string) => Toast)>
