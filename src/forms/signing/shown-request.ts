/** What the applicant's form says of the person who was asked to sign. Times are in words. */
export type ShownRequest = {
  state: 'waiting' | 'expired' | 'returned' | 'declined'
  name: string
  email: string
  askedAt: string
  /** Until when the link works, or since when it does not. */
  until: string
  /** The email with the link reached nobody. */
  isUndelivered: boolean
  /** Why it was sent back. */
  note: string | null
}
