import type { EmailKind } from './kinds.ts'

/** The names are in a file of their own, because a list of emails needs nothing else. */
const names: Record<EmailKind, string> = {
  receipt: 'Receipt',
  approval: 'Approval',
  'code-corrected': 'Customer code corrected',
  rejection: 'Rejection',
  documents: 'Your documents',
  'portal-invitation': 'Invitation to the portal',
  'information-request': 'Request for information',
  'information-reminder': 'Reminder of a request for information',
  'set-password': 'Link to set a password',
  'password-set': 'First password set',
  'password-changed': 'Password changed',
  'sign-in-paused': 'Sign-in paused',
  'sign-in-requested': 'Change of sign-in address requested',
  'sign-in-confirm': 'Link to confirm a sign-in address',
  'sign-in-moved': 'Sign-in moved (to the new address)',
  'sign-in-left': 'Sign-in moved (to the old address)',
  'address-changed': 'Main email address changed',
  'draft-link': 'Link to finish on another device',
  'signature-request': 'Request to sign an application',
  'signature-returned': 'Application sent back by the signer',
  'signature-thanks': 'Note to the signer',
  'draft-reminder': 'Reminder of an unfinished application',
  'draft-edited': 'Unfinished application changed by the accounts team',
  'duplicate-draft': 'Link to the unfinished application',
  'duplicate-portal': 'Note that their address is in use',
  'request-answered': 'Request for information answered',
  'approval-proposed': 'Approval proposed',
  'proposal-declined': 'Proposed approval declined',
  'new-application': 'New application',
  'client-edit': 'Application changed by the client',
  'reviews-due': 'Accounts due for review',
  'admin-invitation': 'Invitation to the back office',
  'staff-password-link': 'New password for the back office',
  'staff-account-changed': 'Change of a back-office account',
  'drill-failed': 'Recovery drill failed',
  test: 'Test email',
}

/** Returns the name of the kind, or the stored word for a kind that is no longer sent. */
export const emailName = (kind: string): string => names[kind as EmailKind] ?? kind
