import type { Email, EmailKind } from '#src/mail/email.ts'
import { aboutApplication, common, type Placeholder } from './placeholders.ts'

/** What the supplier may change in an email: its subject, and the words before and after its facts. */
export type Wording = { subject: string; before: string; after: string }

/** What has words of its own: a kind of email, or one of two cases that a kind has. */
export type WordingKind = EmailKind | 'address-in-use'

type Row = {
  name: string
  /** When it is sent, as a sentence. */
  sent: string
  /** Those that every email has, unless it says otherwise. */
  placeholders?: readonly Placeholder[]
  subject: string
  before?: string
  after?: string
}

type EmailWords = Required<Pick<Row, 'name' | 'sent' | 'placeholders'>> & { original: Wording }

/**
 * A new kind of email needs an entry here, its type in `src/mail/email.ts`, and its facts in `src/mail/messages`; the
 * compiler names what is missing.
 */
const rows: Record<WordingKind, Row> = {
  receipt: {
    name: 'Receipt',
    sent: 'To the applicant, when an application is submitted.',
    placeholders: aboutApplication,
    subject: 'We have received your application {reference}',
    before: 'Thank you for your application. Our team will contact you within {promise}.',
  },
  approval: {
    name: 'Approval',
    sent: 'To the customer, when an application is approved.',
    placeholders: [...aboutApplication, 'customer code'],
    subject: 'Your application {reference} has been approved',
    before:
      'Your application for a trade account has been approved. Please quote your customer code when you order.',
  },
  rejection: {
    name: 'Rejection',
    sent: 'To the customer, when an application is rejected.',
    placeholders: aboutApplication,
    subject: 'Your application {reference} has not been approved',
    before: 'We are sorry, but we cannot approve your application for a trade account.',
  },
  'portal-invitation': {
    name: 'Invitation to the portal',
    sent: 'To a customer who came by import, when invitations were chosen.',
    placeholders: [...aboutApplication, 'customer code'],
    subject: 'Your account with {company} is now online',
    before:
      'Your trade account has a client portal now. You can see and change your details there, once you have set a password.',
  },
  'information-request': {
    name: 'Request for information',
    sent: 'To the customer, when a reviewer asks for what is missing in an application.',
    placeholders: aboutApplication,
    subject: 'We need more information for your application {reference}',
    before:
      'To go on with your application for a trade account we need some more information from you:',
    after: 'Please answer in the client portal. You can attach files there.',
  },
  'information-reminder': {
    name: 'Reminder of a request for information',
    sent: 'To the customer, once, when a request for information has had no answer for three days.',
    placeholders: aboutApplication,
    subject: 'Reminder: we need more information for your application {reference}',
    before: 'We have not had an answer yet to what we asked you about your application:',
    after: 'Please answer in the client portal. You can attach files there.',
  },
  'request-answered': {
    name: 'Request for information answered',
    sent: 'To the accounts team, when a customer has answered a request for information.',
    placeholders: aboutApplication,
    subject: 'Request answered by the client: {business}',
    before: '{business} has answered the request for information about application {reference}.',
  },
  'approval-proposed': {
    name: 'Approval proposed',
    sent: 'To the accounts team, when an approval needs a second person.',
    placeholders: aboutApplication,
    subject: 'Second person needed: {business}',
    before:
      'The approval of application {reference} is above the limit for one person. Somebody else has to confirm or decline it.',
  },
  'proposal-declined': {
    name: 'Proposed approval declined',
    sent: 'To the accounts team, when a second person declines a proposed approval.',
    placeholders: aboutApplication,
    subject: 'Proposed approval declined: {business}',
    before: 'The proposed approval of application {reference} was declined. Reason:',
  },
  'new-application': {
    name: 'New application',
    sent: 'To the accounts team, when an application is submitted.',
    placeholders: aboutApplication,
    subject: 'New application: {business}',
    before: 'A new application is waiting for review.',
  },
  'client-edit': {
    name: 'Application changed by the client',
    sent: 'To the accounts team, when a customer changes an application.',
    placeholders: [...aboutApplication, 'section'],
    subject: 'Application changed by the client: {business}',
    before: '{business} changed the {section} section of application {reference}.',
  },
  'set-password': {
    name: 'Link to set a password',
    sent: 'To the customer, when a link to set the password is asked for.',
    subject: 'Set your password at {company}',
    before: 'Somebody, probably you, asked to set the password of your client account.',
    after: 'If it was not you, there is nothing to do: your password stays as it is.',
  },
  'password-changed': {
    name: 'Password changed',
    sent: 'To the customer, when the password has been changed.',
    subject: 'Password changed at {company}',
    after: 'If it was not you, choose a new one now and tell us.',
  },
  'sign-in-paused': {
    name: 'Sign-in paused',
    sent: 'To the customer, when wrong passwords have paused the sign-in.',
    subject: 'Sign-in paused at {company}',
    after:
      'If it was you, try again after that, or choose a new password. If it was not you, nobody has come in: your password stays as it is.',
  },
  'sign-in-requested': {
    name: 'Change of sign-in address requested',
    sent: 'To the address that signs in, when a change to another one is asked for.',
    subject: 'Someone asked to change your sign-in address at {company}',
    after:
      'If this was not you, set a new password now. That stops the change and signs everybody out.',
  },
  'sign-in-confirm': {
    name: 'Link to confirm a sign-in address',
    sent: 'To the new address, when a change of the sign-in address is asked for.',
    subject: 'Confirm your sign-in address at {company}',
    before: 'Someone, probably you, asked to sign in to a client account with this email address.',
    after: 'If this was not you, you do not need to do anything.',
  },
  'sign-in-moved': {
    name: 'Sign-in moved, to the new address',
    sent: 'To the new address, when the sign-in has been moved to it.',
    subject: 'You now sign in to {company} with this address',
  },
  'sign-in-left': {
    name: 'Sign-in moved, to the old address',
    sent: 'To the old address, when the sign-in has been moved to another one.',
    subject: 'You no longer sign in to {company} with this address',
    after: 'If this is not right, please tell us.',
  },
  'address-changed': {
    name: 'Main email address changed',
    sent: 'To the old main address, when an application has got another one.',
    placeholders: [...common, 'reference'],
    subject: 'The email address of your application {reference} has been changed',
    after: 'If this is not right, please tell us.',
  },
  'draft-link': {
    name: 'Link to finish on another device',
    sent: 'To the applicant, when a link to finish the form on another device is asked for.',
    subject: 'Finish your application to {company}',
    before: 'Here is the link to finish your application on another device:',
    after: 'If this was not you, somebody has typed your address by mistake.',
  },
  'draft-reminder': {
    name: 'Reminder of an unfinished application',
    sent: 'To the applicant, once, when an unfinished application has not changed for three days.',
    subject: 'Your application to {company} is not finished yet',
    before: 'You have begun an application for a trade account. Your answers are saved.',
    after:
      'This is our only reminder. A draft without changes is deleted 30 days after it was last saved.',
  },
  'duplicate-draft': {
    name: 'Link to the unfinished application',
    sent: 'To the address of an unfinished application, when it is used again.',
    subject: 'You have an unfinished application with {company}',
    after: 'If this was not you, you do not need to do anything.',
  },
  'duplicate-portal': {
    name: 'Note that they have already applied',
    sent: 'To the address of a submitted application, when it is used to apply again.',
    subject: 'You have already applied to {company}',
    after: 'If this was not you, you do not need to do anything.',
  },
  'address-in-use': {
    name: 'Note that their address is in use',
    sent: 'To the address of a submitted application, when another application or account wants it.',
    subject: 'Your email address is in use already at {company}',
    after: 'If this was not you, you do not need to do anything.',
  },
  'admin-invitation': {
    name: 'Invitation to the back office',
    sent: 'To somebody whom an administrator invites under Team.',
    subject: 'You are invited to the back office of {company}',
    after: 'If you did not expect this, you do not need to do anything.',
  },
  'staff-account-changed': {
    name: 'Change of a back-office account',
    sent: 'To somebody who came by an invitation, when their password, two-step sign-in or recovery codes were changed.',
    subject: 'Your back-office account at {company} was changed',
    after: 'If this was not you, tell another administrator at once.',
  },
  'drill-failed': {
    name: 'Recovery drill failed',
    sent: 'To the accounts team, when the weekly recovery drill fails or is overdue.',
    subject: 'The recovery drill of {company} needs attention',
    before:
      'Every week the newest backup is tried out, to be sure that it brings everything back. That has not worked. Please tell the person who runs the server. Reason:',
  },
  test: {
    name: 'Test email',
    sent: 'To the address that an administrator types under Email Settings.',
    subject: 'Test email from {company}',
    before: 'This is a test. Your email settings work.',
  },
}

/** Every email with its original words. */
export const emailWordings = Object.fromEntries(
  Object.entries(rows).map(
    ([kind, { name, sent, placeholders = common, subject, before = '', after = '' }]) => [
      kind,
      { name, sent, placeholders, original: { subject, before, after } },
    ],
  ),
) as Record<WordingKind, EmailWords>

export const wordingKindOf = (email: Email): WordingKind =>
  email.kind === 'duplicate-portal' && (email.tried ?? 'apply') !== 'apply'
    ? 'address-in-use'
    : email.kind
