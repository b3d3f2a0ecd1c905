import type { Kind } from '#src/mail/email.ts'
import { teamEmails } from './accounts-team.tsx'
import { backOfficeEmails } from './back-office.tsx'
import { accountEmails, applicationEmails, draftEmails } from './customers.tsx'

const customers = { ...applicationEmails, ...draftEmails }
const security = { ...accountEmails, ...backOfficeEmails }

export const emailKinds = { ...customers, ...teamEmails, ...security }

export const emailGroups = [
  { title: 'Sent to customers', isRarelyChanged: false, kinds: customers },
  { title: 'Sent to your team', isRarelyChanged: false, kinds: teamEmails },
  { title: 'Account security and operation', isRarelyChanged: true, kinds: security },
]

export type EmailKind = keyof typeof emailKinds

export type EmailOf<K extends EmailKind> = {
  [Each in K]: { kind: Each } & (typeof emailKinds)[Each]['sample']
}[K]

export type Email = EmailOf<EmailKind>

export const partsOf = (email: Email) =>
  emailKinds[email.kind] as Omit<Kind<Email>, 'facts' | 'sample'>

export const sampleOf = (kind: EmailKind) => ({ kind, ...emailKinds[kind].sample }) as Email
