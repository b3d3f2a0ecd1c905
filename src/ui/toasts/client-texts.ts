import type { Toast } from './toast.ts'

/** The toasts of the customer's screens, word for word. */
export const clientToasts = {
  signedIn: {
    kind: 'success',
    title: 'Welcome back!',
    text: 'You have been logged in successfully.',
  },
  signInFailed: { kind: 'error', title: 'Login failed', text: 'Invalid email or password' },
  signedOff: { kind: 'error', title: 'Your session has ended', text: 'Please sign in again.' },
  signedOut: { kind: 'success', title: 'Logged out successfully' },
  updated: {
    kind: 'success',
    title: 'Application updated',
    text: 'Your changes have been saved and the accounts team has been notified.',
  },
  unchanged: { kind: 'info', title: 'No changes to save' },
  updateFailed: {
    kind: 'error',
    title: 'Update failed',
    text: 'Failed to save your changes. Please try again.',
  },
  passwordSet: {
    kind: 'success',
    title: 'Password set successfully!',
    text: 'You can now log in to your client portal.',
  },
  passwordFailed: {
    kind: 'error',
    title: 'Failed to set password',
    text: 'Invalid or expired token',
  },
  answered: {
    kind: 'success',
    title: 'Answer sent',
    text: 'Thank you. The accounts team has been notified.',
  },
  addressRequested: {
    kind: 'success',
    title: 'Check your new mailbox',
    text: 'We have sent a link to the new address. Open it to finish the change.',
  },
  addressFailed: { kind: 'error', title: 'The link was not sent' },
  addressMoved: {
    kind: 'success',
    title: 'Sign-in address changed.',
    text: 'Sign in with your new address and the password you have.',
  },
  linkSent: {
    kind: 'success',
    title: 'Reset link sent',
    text: 'Please check your email for password reset instructions.',
  },
  linkFailed: {
    kind: 'error',
    title: 'Error',
    text: 'Failed to send reset email. Please try again.',
  },
} satisfies Record<string, Toast>
