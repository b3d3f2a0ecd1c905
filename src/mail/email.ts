import type { ReactNode } from 'react'
import type { Wording } from './content/words.ts'

export type Correspondent = { name: string; address: string }

export type About = { application: string; businessName: string }

/** Erasing the account `client` removes the email. */
export type ToClient = { to: Correspondent; client: number }

/** The sealed document that goes with an email; `attachedAs` is the file's name, `null` when it goes without. */
export type EmailDocument = {
  kind: 'signed' | 'countersigned'
  isSealed: boolean
  attachedAs: string | null
}

/** The colours of the head and of buttons, as `#rrggbb`. */
export type Accent = { ground: string; text: string }

/** Links begin with `APP_URL` and are made when it is sent. */
export type EmailContext = {
  companyName: string
  salesEmail: string
  telephone: string | null
  /** Registered address and numbers in one line; '' while none is set. */
  companyDetails: string
  /** The size of the logo that goes with the email, in CSS pixels; `null` for none. */
  logo: { width: number; height: number } | null
  accent: Accent | null
  /** Such as "2-3 business days". */
  promise: string
  /** The instant of the event, in words: while mail is down, an email may be read much later. */
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
  labelOf: (field: string) => string
  wordsOf: (field: string, value: string) => string
}

/** An email that a stranger may cause. Whether the address has an account is not known yet. */
export type EmailRequest = { kind: 'link-request' | 'guesses-refused'; to: Correspondent }

/** `Facts` are what is known when it is queued, without secrets. */
export type Kind<Facts> = {
  name: string
  /** When it is sent, as a sentence. */
  sent: string
  /** `team` is the accounts team, `staff` is one person of the back office. */
  to: 'customer' | 'staff' | 'team'
  link: LinkFor<Facts> | null
  /** The document that goes with it. */
  document?: EmailDocument['kind']
  /** Its words until the supplier has others. */
  original: Wording
  /** The facts and links between those words. */
  body: (facts: Facts, context: EmailContext) => ReactNode
  /** The label of a way to a new password at the end, in case it was somebody else. */
  newPassword?: string
  sample: Facts
}

/** What an email leads to, with the facts that its links are made of when it is sent. */
export type LinkFacts = {
  application: { application: string }
  /** The application, while this proposal of an approval waits for its second person. */
  proposal: { application: string; proposedAt: number }
  backups: object
  invitation: { invitation: number }
  draft: { draft: string; to: Correspondent }
  /** The portal, with a link to set a password while the account has none. */
  portal: ToClient
  /** The portal, while this request for information is open. */
  request: ToClient & { request: number }
  /** The portal, while the email's address signs in to it. */
  'sign-in': ToClient
  'set-password': ToClient
  'confirm-address': ToClient
}

type LinkFor<Facts> = {
  [Link in keyof LinkFacts]: Facts extends LinkFacts[Link] ? Link : never
}[keyof LinkFacts]

type Parts<Facts> = Omit<Kind<Facts>, 'original' | 'to' | 'link'> &
  Partial<Pick<Kind<Facts>, 'link'>> &
  (Facts extends { to: Correspondent } ? { to?: 'customer' | 'staff' } : { to: 'team' }) & {
    subject: string
  } & Partial<Wording>

/** A kind of email, to the customer unless it says otherwise. */
export const emailKind = <Facts extends object>({
  subject,
  before = '',
  after = '',
  to = 'customer',
  link = null,
  ...parts
}: Parts<Facts>): Kind<Facts> =>
  ({ ...parts, to, link, original: { subject, before, after } }) as Kind<Facts>

export const sampleAbout: About = {
  application: '7K3M-Q9TX-2VHD',
  businessName: 'Example Instruments Ltd',
}

export const sampleClient: ToClient = {
  to: { name: sampleAbout.businessName, address: 'office@example.com' },
  client: 0,
}
