import type { TriedWith } from '../email.ts'

/** What somebody did with an address that is taken, in one sentence. */
export const triedAddress: Record<TriedWith, string> = {
  apply: 'Someone, probably you, used this email address in another application.',
  edit: 'Someone tried to make this the main email address of another application.',
  'sign-in': 'Someone asked to sign in to another client account with this email address.',
}
