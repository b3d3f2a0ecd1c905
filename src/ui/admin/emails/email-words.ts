const words: Record<string, string> = {
  'admin-invitation': 'Invitation to the back office',
  'address-changed': 'Main email changed',
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
