/** Where an email goes. */
export type Correspondent = { name: string; address: string }

/** The application that an email is about. */
export type About = { application: string; businessName: string }

/** `client` is the account that an email is about, and erasing that removes it. */
export type ToClient = { to: Correspondent; client: number }

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
