/** What the applicant's form says about the person who was asked to sign. */
export type ShownRequest = {
  state: 'waiting' | 'expired' | 'returned' | 'declined'
  name: string
  email: string
  /** The sentences of the form, with their times. */
  words: string
  /** Why the signer sent the application back. */
  note: string | null
}
