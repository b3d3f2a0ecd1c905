/** Where an email goes. */
export type Correspondent = { name: string; address: string }

/** One field of an edit, under the name the form gives it. */
type Difference = { field: string; before: string | null; after: string | null }

/** What somebody tried to do with an address that is taken: absent in older emails, which are about applications. */
export type TriedWith = 'apply' | 'edit' | 'sign-in'

/** The application that an email is about. */
type About = { application: string; businessName: string }

/** `client` is the account that an email is about, and erasing that removes it. */
type ToClient = { to: Correspondent; client: number }

/** What a customer is asked for. Once `request` is not open any more, the email is not sent. */
type RequestFacts = About & ToClient & { request: number; text: string }

/** What was changed of an account of the back office. */
export type AccountChange = 'password' | 'second-factor-on' | 'second-factor-off' | 'recovery-codes'

/**
 * Every email the product writes, as facts without secrets. Links are made when it is sent. Emails without `to` go to
 * the accounts team.
 */
export type Email =
  | ({ kind: 'receipt' } & About & ToClient)
  | ({ kind: 'new-application'; accountType: string } & About)
  | ({
      kind: 'client-edit'
      /** Who has taken it; absent in older emails. */
      owner?: string | null
      section: string
      changes: Difference[]
    } & About)
  | ({ kind: 'approval'; customerCode: string } & About & ToClient)
  | ({ kind: 'rejection'; reason: string | null } & About & ToClient)
  | ({ kind: 'portal-invitation'; customerCode: string } & About & ToClient)
  | ({ kind: 'information-request' } & RequestFacts)
  | ({ kind: 'information-reminder' } & RequestFacts)
  | ({
      kind: 'request-answered'
      /** The reviewer who has taken the application. */
      owner: string | null
      files: number
    } & About)
  | ({
      kind: 'approval-proposed'
      proposedBy: string
      /** Whole pounds. */
      creditLimit: number
      /** UTC milliseconds; names the proposal. */
      proposedAt: number
    } & About)
  | ({
      kind: 'proposal-declined'
      proposedBy: string
      declinedBy: string
      reason: string
    } & About)
  | ({ kind: 'set-password' } & ToClient)
  | ({ kind: 'password-changed' } & ToClient)
  | ({ kind: 'sign-in-paused' } & ToClient)
  | { kind: 'address-changed'; application: string; to: Correspondent }
  | ({ kind: 'sign-in-moved' } & ToClient)
  | ({ kind: 'sign-in-left' } & ToClient)
  | ({ kind: 'sign-in-requested' } & ToClient)
  | ({ kind: 'sign-in-confirm' } & ToClient)
  | { kind: 'draft-link'; to: Correspondent; draft: string }
  | { kind: 'draft-reminder'; to: Correspondent; draft: string }
  | { kind: 'duplicate-draft'; to: Correspondent; draft: string; tried?: TriedWith }
  | { kind: 'duplicate-portal'; to: Correspondent; tried?: TriedWith }
  | {
      kind: 'admin-invitation'
      to: Correspondent
      invitation: number
      username: string
      role: string
      invitedBy: string
    }
  | { kind: 'staff-account-changed'; to: Correspondent; username: string; change: AccountChange }
  /** `last` is when a drill last held, in words. */
  | { kind: 'drill-failed'; reason: string; last: string | null }
  | { kind: 'test'; to: Correspondent }

export type EmailKind = Email['kind']

export type EmailOf<K extends EmailKind> = Extract<Email, { kind: K }>

/** The sealed document that goes with an email; `attachedAs` is the file's name, `null` when it goes without. */
export type EmailDocument = {
  kind: 'signed' | 'countersigned'
  isSealed: boolean
  attachedAs: string | null
}

/** The colours of the head and of buttons, as `#rrggbb`. */
export type Accent = { ground: string; text: string }

/** What an email needs beside its own facts. Links begin with `APP_URL` and are made when it is sent. */
export type EmailContext = {
  companyName: string
  salesEmail: string
  telephone: string | null
  /** Registered address and numbers in one line; '' while none is set. */
  companyDetails: string
  /** The size of the logo that goes with the email, in CSS pixels; `null` for none. */
  logo: { width: number; height: number } | null
  /** `null` for the built-in colours. */
  accent: Accent | null
  /** How soon the supplier promises to answer, such as "2-3 business days". */
  promise: string
  /** The instant of what it tells of, in words: while mail is down, an email may be read much later. */
  when: string
  links: {
    portal: string
    forgotPassword: string
    admin: string
    /** Null when the account has a password already: the email gives the portal's address instead. */
    setPassword: string | null
    confirmAddress: string
    resume: string
    discard: string
    verify: string
  }
  document: EmailDocument | null
  /** The last event of the history as `N:HASH`; `null` leaves the line out. */
  witness: string | null
  /** How the form calls a field. */
  labelOf: (field: string) => string
  /** A recorded value of a field as people read it. */
  wordsOf: (field: string, value: string) => string
}

/**
 * An email that a stranger may cause: a set-password link, or the notice of too many guesses. Whether the address has
 * an account is not known yet.
 */
export type EmailRequest = { kind: 'link-request' | 'guesses-refused'; to: Correspondent }
