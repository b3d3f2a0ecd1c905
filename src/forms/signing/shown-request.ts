/** What the applicant's form says about the person who was asked to sign. Times are in words. */
export type ShownRequest = {
  state: 'waiting' | 'expired' | 'returned' | 'declined'
  name: string
  email: string
  askedAt: string
  /** When the link expires, or when it expired. */
  until: string
  /** Why the signer sent the application back. */
  note: string | null
}
