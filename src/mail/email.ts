import type { ReactNode } from 'react'
import { z } from 'zod'
import type { Wording } from './content/words.ts'

export const correspondent = z.object({ name: z.string(), address: z.string() })

export type Correspondent = z.infer<typeof correspondent>

export const about = z.object({ application: z.string(), businessName: z.string() })

export type About = z.infer<typeof about>

/** The recipient of an email that is removed when the portal account `client` is erased. */
export const toClient = z.object({ to: correspondent, client: z.int() })

export type ToClient = z.infer<typeof toClient>

/** `attachedAs` is `null` when the file is not attached. */
export type EmailDocument = {
  kind: 'signed' | 'countersigned' | 'decision'
  isSealed: boolean
  attachedAs: string | null
  /** Says why the file is not attached: nobody has confirmed the mailbox yet. */
  unconfirmed?: 'until-password' | 'other-address'
}

/** As `#rrggbb`. */
export type Accent = Record<'light' | 'dark', { ground: string; text: string }>

/** The links begin with `APP_URL` and are created when the email is sent. */
export type EmailContext = {
  companyName: string
  salesEmail: string
  telephone: string | null
  companyDetails: string
  logo: { width: number; height: number } | null
  accent: Accent | null
  promise: string
  /** A date in words, because an email may be read much later. */
  when: string
  links: {
    portal: string
    forgotPassword: string
    toSignInAddress: boolean
    admin: string
    setPassword: string | null
    confirmAddress: string
    resume: string
    discard: string
    sign: string
    verify: string
  }
  document: EmailDocument | null
  labelOf: (field: string) => string
  wordsOf: (field: string, value: string) => string
}

/** The emails that are queued before anybody has checked whether the address has an account. */
export const emailRequests = ['link-request', 'staff-link-request', 'guesses-refused'] as const

export type EmailRequest = { kind: (typeof emailRequests)[number]; to: Correspondent }

/**
 * `Facts` are what is known when the email is queued, without secrets. `facts` also reads what older versions have
 * queued.
 */
export type Kind<Facts> = {
  facts: z.ZodType<Facts>
  sent: string
  /** `team` is the accounts team, `staff` is one person of the back office. */
  to: 'customer' | 'staff' | 'team'
  link: LinkFor<Facts> | null
  document?: EmailDocument['kind']
  original: Wording
  body: (facts: Facts, context: EmailContext) => ReactNode
  newPassword?: 'button' | 'link'
  sample: Facts
}

export type LinkFacts = {
  application: { application: string }
  proposal: { application: string; proposedAt: number }
  backups: object
  reviews: { due: object[] }
  invitation: { invitation: number }
  'staff-password': { account: number; to: Correspondent }
  draft: { draft: string; to: Correspondent }
  signature: { draft: string; askedAt: number }
  portal: ToClient
  request: ToClient & { request: number }
  holder: { to: Correspondent }
  /** The link works while the email's address signs in to the portal account. */
  'sign-in': ToClient
  'set-password': ToClient
  'confirm-address': ToClient
}

type LinkFor<Facts> = {
  [Link in keyof LinkFacts]: Facts extends LinkFacts[Link] ? Link : never
}[keyof LinkFacts]

type Parts<Facts> = Omit<Kind<Facts>, 'facts' | 'original' | 'to' | 'link'> &
  Partial<Pick<Kind<Facts>, 'link'>> &
  (Facts extends { to: Correspondent } ? { to?: 'customer' | 'staff' } : { to: 'team' }) & {
    subject: string
  } & Partial<Wording>

export const emailKind = <Facts extends object>(
  facts: z.ZodType<Facts>,
  {
    subject,
    before = '',
    after = '',
    to = 'customer',
    link = null,
    ...parts
  }: Parts<NoInfer<Facts>>,
): Kind<Facts> =>
  ({ ...parts, facts, to, link, original: { subject, before, after } }) as Kind<Facts>

export const sampleAbout: About = {
  application: '7K3M-Q9TX-2VHD',
  businessName: 'Example Instruments Ltd',
}

export const sampleClient: ToClient = {
  to: { name: sampleAbout.businessName, address: 'office@example.com' },
  client: 0,
}
