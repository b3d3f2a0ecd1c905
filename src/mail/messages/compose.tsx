import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Action, Layout } from '#src/mail/content/layout.tsx'
import { textOf } from '#src/mail/content/plain-text.ts'
import type { Email, EmailContext, EmailKind, EmailOf } from '#src/mail/email.ts'
import { emailWordings, wordingKindOf } from '#src/mail/wordings/wordings.ts'
import {
  addressChanged,
  approval,
  clientEdit,
  newApplication,
  receipt,
  rejection,
} from './applications.tsx'
import { draftLink, duplicateDraft, duplicatePortal } from './drafts.tsx'
import { fillWording } from './fill-wording.tsx'
import { informationRequest, requestAnswered } from './information-requests.tsx'
import { adminInvitation, portalInvitation } from './invitations.tsx'
import { approvalProposed, proposalDeclined } from './proposals.tsx'
import { drillFailed } from './recovery-drill.tsx'
import {
  passwordChanged,
  setPassword,
  signInConfirm,
  signInLeft,
  signInMoved,
  signInPaused,
  signInRequested,
  staffAccountChanged,
} from './sign-in.tsx'

type Composed = {
  subject: string
  html: string
  text: string
  /** Where a customer's answer goes; emails to the accounts team have none. */
  replyTo: string | null
}

/** Writes the facts and links of an email; the supplier's own words stand before and after them. */
type Author<K extends EmailKind> = (email: EmailOf<K>, context: EmailContext) => ReactNode

const authors: { [K in EmailKind]: Author<K> } = {
  receipt,
  'new-application': newApplication,
  'client-edit': clientEdit,
  approval,
  rejection,
  'portal-invitation': portalInvitation,
  'information-request': informationRequest,
  'information-reminder': informationRequest,
  'request-answered': requestAnswered,
  'approval-proposed': approvalProposed,
  'proposal-declined': proposalDeclined,
  'set-password': setPassword,
  'password-changed': passwordChanged,
  'address-changed': addressChanged,
  'sign-in-moved': signInMoved,
  'sign-in-left': signInLeft,
  'sign-in-requested': signInRequested,
  'sign-in-confirm': signInConfirm,
  'sign-in-paused': signInPaused,
  'draft-link': draftLink,
  'draft-reminder': draftLink,
  'duplicate-draft': duplicateDraft,
  'duplicate-portal': duplicatePortal,
  'admin-invitation': adminInvitation,
  'staff-account-changed': staffAccountChanged,
  'drill-failed': drillFailed,
  test: () => null,
}

/** Emails that end with a way to a new password, in case it was somebody else. */
const newPasswordLabels: Partial<Record<EmailKind, string>> = {
  'password-changed': 'Get a new link',
  'sign-in-paused': 'Get a new link',
  'sign-in-requested': 'Set a new password',
}

const toStaff = new Set<EmailKind>(['admin-invitation', 'staff-account-changed', 'test'])

/** Writes an email around its facts: subject, HTML and plain text, made of the same elements. */
export function composeEmail(
  email: Email,
  context: EmailContext,
  wording = emailWordings[wordingKindOf(email)].original,
): Composed {
  const author = authors[email.kind] as Author<EmailKind>
  const { subject, before, after } = fillWording(wording, email, context)
  const newPassword = newPasswordLabels[email.kind]
  const body = (
    <>
      {before}
      {author(email, context)}
      {after}
      {newPassword && <Action label={newPassword} href={context.links.forgotPassword} />}
    </>
  )
  const { accent, logo, companyName, companyDetails, salesEmail, telephone } = context
  const toCustomer = 'to' in email && !toStaff.has(email.kind)
  const call = telephone ? `, or call ${telephone}` : ''
  const footer = toCustomer
    ? `Questions? Reply to this email, or write to ${salesEmail}${call}.`
    : ''
  const witness = email.kind === 'test' ? null : context.witness
  const layout = { accent, logo, companyName, companyDetails, heading: subject, footer, witness }
  return {
    subject,
    html: `<!doctype html>${renderToStaticMarkup(<Layout {...layout}>{body}</Layout>)}`,
    text: textOf(body, layout),
    replyTo: 'to' in email ? salesEmail : null,
  }
}
