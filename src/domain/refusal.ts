/** Why a verb said no; HTTP turns each kind into one status code, in one place. */
export type RefusalKind =
  | 'invalid'
  | 'not-signed-in'
  | 'not-allowed'
  | 'unknown'
  | 'conflict'
  | 'stale'
  | 'too-large'
  | 'too-many'
  | 'unavailable'

/** An expected no, with words for the person; thrown, so that the transaction around it rolls back. */
export class Refusal extends Error {
  constructor(
    readonly kind: RefusalKind,
    message: string,
    readonly details: { errors?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(message)
  }
}

/** Messages that more than one place gives, or that a test asserts. */
export const refusals = {
  unknownApplication: 'Application not found',
  duplicateEmail: 'An application with this email address already exists',
  alreadySubmitted: 'This application has been submitted and can no longer be changed here',
  noDraftCookie:
    'This application can only be changed with the draft cookie that came with its creation (cookie "draft", over https "__Host-draft")',
  nothingKnown: 'The request has no field of the registration form',
  checkAnswers: 'Please check the answers that are marked',
  tooLarge: 'The signature image is too large',
  pdfBusy: 'The PDF cannot be made right now. Please try again in a moment.',
} as const
