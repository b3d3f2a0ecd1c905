import type { Deps } from '#src/deps.ts'
import { draftNotOpen } from '#src/forms/registration/draft-not-open.ts'

export type RefusalKind =
  | 'invalid'
  | 'not-signed-in'
  | 'not-allowed'
  | 'second-factor'
  | 'unknown'
  | 'conflict'
  | 'stale'
  | 'too-large'
  | 'too-many'
  | 'unavailable'

/** Thrown, so that the transaction rolls back. */
export class Refusal extends Error {
  constructor(
    readonly kind: RefusalKind,
    message: string,
    readonly details: {
      errors?: Record<string, string>
      retryAfter?: number
      holder?: string
      code?: 'taken' | 'moved' | 'pending'
    } = {},
  ) {
    super(message)
  }
}

export const refusalAt = (field: string, kind: RefusalKind, message: string) =>
  new Refusal(kind, message, { errors: { [field]: message } })

export const refusals = {
  unknownApplication: 'Application not found',
  signIn: 'Please sign in',
  notAllowed: 'You may not do this',
  roleMayNot: 'Your role does not allow this. Please ask an administrator.',
  secondFactorFirst:
    'A second factor is required for everybody. Please set yours up first, at /admin/account.',
  sessionEnded:
    'Nothing was saved. Sign in again, then reload this page: your browser sends what you typed once more.',
  otherAccount:
    'Nothing was sent: this browser is now signed in to another account. In another tab, log out and sign in to yours, then send this again.',
  duplicateEmail: 'An application with this email address already exists',
  addressTaken:
    'An application with this email address already exists. If the address is yours, look in its inbox: we have emailed you how to continue',
  draftNotOpen,
  alreadySubmitted:
    'This application has been submitted and can no longer be changed here. Nothing was changed: to change your details, use the client portal.',
  termsChanged:
    'The supplier terms have changed since this page was opened. Please read the new version, then submit again.',
  consentChanged:
    'The sentence beside the signature has changed since this page was opened. Please reload the page, read the sentence, then submit again.',
  notToSign:
    'This application does not wait for your signature any more. It may have been signed, sent back or deleted, or the applicant has taken the request back.',
  invalidSignatureLink: 'This link is invalid or has expired',
  noSignatureEmails: 'We cannot send emails at the moment. Sign it yourself, or try again later.',
  signersAsked:
    'Too many people have been asked to sign today. Try again tomorrow, or sign yourself.',
  signerNotReached:
    'We cannot send a link to this address now. Name another address, or sign yourself.',
  changedBeforeSigning:
    'The applicant has changed the application since you opened it, so nothing was signed. What has changed stands above the answers. Read it, then sign.',
  incompleteForSigning:
    'The application is not complete any more, so it cannot be signed now. Please send it back to the applicant.',
  noDraftCookie:
    'This application can only be changed with the draft cookie that came with its creation (cookie "draft", over https "__Host-draft")',
  nothingKnown: 'The request has no field of the registration form',
  checkAnswers: 'Please check the marked answers',
  tooLarge: 'The signature image is too large',
  unwritable:
    'We cannot write some of these letters. Draw your signature, or type the name in other letters',
  signInsBusy: 'Too many people are signing in right now. Please try again in a moment.',
  staleVersion:
    'This application has been changed since you opened it. Reload the page and make your changes again.',
  /** For a page that reloads the record by itself and keeps what was typed. */
  staleRecord:
    'This application has been changed since you opened it. What you typed is kept, and the rest is the latest version. Check it and send it again.',
  /** Without scripts, beside what is saved in each field that says something else. */
  staleFields:
    'This application has been changed since you opened it. Nothing was saved. Each field that says something else tells what is saved now. Check them and save again.',
  checkAgain:
    'What you typed is kept, and the rest is the latest version. Check it and send it again.',
  approvedType:
    'Your account was approved with its present type. Please contact us if you need another one.',
  accountClosed:
    'Your account is closed, so your details cannot be changed. Please contact us if you need it again.',
  invalidToken: 'Invalid or expired token',
  commonPassword:
    'This is one of the most common passwords, so it is easy to guess. Please choose a different one.',
  invalidDraftLink: 'This link is invalid or has expired',
  invalidSignIn: 'Invalid email or password',
  documentNotReady:
    'The document can be opened once the application has been submitted, approved or rejected',
  noDocument: {
    signed: 'There is no signed document of this application',
    countersigned: 'There is no document of a decision on this application yet',
  },
  documentPending: 'The document is being made. Please try again in a moment.',
  pdfBusy: 'The PDF cannot be made right now. Please try again in a moment.',
  signatureBusy: 'Your signature cannot be stored right now. Please try again in a moment.',
} as const

/** For actions that people start by a click. Queues wait instead. */
export function refuseToSend({ env }: Deps) {
  if (env.SEND_NOTHING) throw new Refusal('conflict', 'Nothing is sent while SEND_NOTHING is set')
}

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
