const words: Record<string, string> = {
  'admin-invitation': 'Invitation to the back office',
  'staff-account-changed': 'Change of a back-office account',
  'client-edit': 'Application changed by the client',
  'information-request': 'Request for information',
  'information-reminder': 'Reminder of a request for information',
  'approval-proposed': 'Approval proposed',
  'proposal-declined': 'Proposed approval declined',
  'request-answered': 'Request for information answered',
  'portal-invitation': 'Invitation to the portal',
  'set-password': 'Link to set a password',
  'sign-in-requested': 'Change of sign-in address requested',
  'sign-in-confirm': 'Link to confirm a sign-in address',
  'address-changed': 'Main email address changed',
  'drill-failed': 'Recovery drill failed',
  'draft-link': 'Link to finish on another device',
  'draft-reminder': 'Reminder of an unfinished application',
  'duplicate-draft': 'Link to the unfinished application',
  'duplicate-portal': 'Note that they have already applied',
  'sign-in-left': 'Sign-in moved, to the old address',
  'sign-in-moved': 'Sign-in moved, to the new address',
  'sign-in-paused': 'Sign-in paused',
}

/** A kind of email as people say it: 'new-application' reads 'New application'. */
export function emailWords(kind: string): string {
  const text = words[kind] ?? kind.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
