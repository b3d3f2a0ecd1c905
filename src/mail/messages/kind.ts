import type { ReactNode } from 'react'
import type { Wording } from '#src/mail/content/words.ts'
import type { About, Correspondent, EmailContext, EmailDocument, ToClient } from '../email.ts'

/**
 * One kind of email: whom it goes to, what it leads to and all that it says. `Facts` are what is known when it is queued,
 * without secrets.
 */
export type Kind<Facts> = {
  /** When it is sent, as a sentence. */
  sent: string
  /** `team` is the accounts team, `staff` is one person of the back office. */
  to: Facts extends { to: Correspondent } ? 'customer' | 'staff' : 'team'
  link: LinkFor<Facts> | null
  /** The document that goes with it. */
  document?: EmailDocument['kind']
  /** Its words until the supplier has others. */
  original: Wording
  /** The facts and links between those words. */
  body: (facts: Facts, context: EmailContext) => ReactNode
  /** The label of a way to a new password at the end, in case it was somebody else. */
  newPassword?: string
  /** Invented facts, for the preview. */
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

type Parts<Facts> = Omit<Kind<Facts>, 'original'> & { subject: string } & Partial<Wording>

/** A kind of email with its words; a supplier's text above or below the details may be missing. */
export const emailKind = <Facts extends object>({
  subject,
  before = '',
  after = '',
  ...parts
}: Parts<Facts>): Kind<Facts> => ({ ...parts, original: { subject, before, after } })

export const sampleAbout: About = {
  application: '7K3M-Q9TX-2VHD',
  businessName: 'Example Instruments Ltd',
}

export const sampleClient: ToClient = {
  to: { name: sampleAbout.businessName, address: 'office@example.com' },
  client: 0,
}
