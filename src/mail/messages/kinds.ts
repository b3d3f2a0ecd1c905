import type { Kind } from '#src/mail/email.ts'
import { teamEmails } from './accounts-team.tsx'
import { backOfficeEmails } from './back-office.tsx'
import { accountEmails, applicationEmails, draftEmails } from './customers.tsx'

/** Every email the product writes, in the order of the settings. */
export const emailKinds = {
  ...applicationEmails,
  ...teamEmails,
  ...accountEmails,
  ...draftEmails,
  ...backOfficeEmails,
}

export type EmailKind = keyof typeof emailKinds

export type EmailOf<K extends EmailKind> = {
  [Each in K]: { kind: Each } & (typeof emailKinds)[Each]['sample']
}[K]

/** An email as it is queued: its kind and its facts. */
export type Email = EmailOf<EmailKind>

/** The kind whose words an email has. Those of `address-in-use` are queued as `duplicate-portal`. */
export const kindOf = (email: Email): EmailKind =>
  email.kind === 'duplicate-portal' && (email.tried ?? 'apply') !== 'apply'
    ? 'address-in-use'
    : email.kind

/** What an email consists of. */
export const partsOf = (email: Email) => emailKinds[kindOf(email)] as Omit<Kind<Email>, 'sample'>

/** An email of a kind with invented facts. */
export const sampleOf = (kind: EmailKind) => ({ kind, ...emailKinds[kind].sample }) as Email

/** What people call a kind of queued email; one that is not sent any more by its word. */
export const emailName = (kind: string): string => emailKinds[kind as EmailKind]?.name ?? kind
