import { signInTexts } from '#src/forms/sign-in/sign-in-texts.ts'
import type { Toast } from './toast.ts'
import { failure, success } from './toast.ts'

export const clientToasts = {
  signedIn: success('Welcome back!', 'You have been logged in successfully.'),
  signInFailed: failure('Login failed', 'Invalid email or password'),
  signInUnreachable: failure('Login failed', 'Unable to connect to server'),
  noCookies: failure('Login failed', signInTexts.noCookies),
  signedOff: failure('Your session has ended', 'Please sign in again.'),
  signedOut: success('Logged out successfully'),
  signOutFailed: failure('Error', 'Failed to logout'),
  recordFailed: failure('Error', 'Failed to fetch application'),
  directorsFailed: failure('Error', 'Failed to fetch directors'),
  updated: success(
    'Application updated',
    'Your changes have been saved and the accounts team has been notified.',
  ),
  unchanged: { kind: 'info', title: 'No changes to save' },
  updateFailed: failure('Update failed', 'Failed to save your changes. Please try again.'),
  passwordSet: success('Password set successfully!', 'You can now log in to your client portal.'),
  passwordFailed: failure('Failed to set password', 'Invalid or expired token'),
  passwordUnreachable: failure('Failed to set password', 'Unable to connect to server'),
  answered: success('Answer sent', 'Thank you. The accounts team has been notified.'),
  addressRequested: success(
    'Check your new inbox',
    'We have sent a link to the new address. Open it to finish the change.',
  ),
  addressFailed: failure('The link was not sent'),
  answerFailed: failure('The answer was not sent'),
  addressMoved: success(
    'Sign-in address changed',
    'Sign in with your new address and your current password.',
  ),
  draftDeleted: success('Draft deleted', 'All its answers have been deleted.'),
  linkSent: success('Reset link sent', 'Please check your email for password reset instructions.'),
  unreachable: failure('Network Error', 'Unable to connect to server'),
  linkFailed: failure('Error', 'Failed to send reset email. Please try again.'),
} satisfies Record<string, Toast>
