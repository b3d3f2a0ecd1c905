/** What the applicant's form says of the person who was asked to sign. */
export type ShownRequest = {
  state: 'waiting' | 'expired' | 'returned' | 'declined'
  name: string
  email: string
  /** What the form says of it, with its times. */
  words: string
  /** Why it was sent back. */
  note: string | null
}
