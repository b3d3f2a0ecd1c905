import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Layout } from '#src/mail/content/layout.tsx'
import { textOf } from '#src/mail/content/plain-text.ts'
import type { Email, EmailContext, EmailKind, EmailOf } from '#src/mail/email.ts'
import { emailWordings, wordingKindOf } from '#src/mail/wordings/wordings.ts'
import { addressChanged } from './address-changed.tsx'
import { approval } from './approval.tsx'
import { clientEdit } from './client-edit.tsx'
import { draftLink, duplicateDraft } from './duplicate-draft.tsx'
import { duplicatePortal } from './duplicate-portal.tsx'
import { fillWording, type Words } from './fill-wording.tsx'
import { informationRequest, requestAnswered } from './information-requests.tsx'
import { adminInvitation, portalInvitation } from './invitations.tsx'
import { newApplication } from './new-application.tsx'
import { passwordChanged } from './password-changed.tsx'
import { approvalProposed, proposalDeclined } from './proposals.tsx'
import { receipt } from './receipt.tsx'
import { rejection } from './rejection.tsx'
import { setPassword } from './set-password.tsx'
import { signInConfirm } from './sign-in-confirm.tsx'
import { signInLeft, signInMoved } from './sign-in-moved.tsx'
import { signInPaused } from './sign-in-paused.tsx'
import { signInRequested } from './sign-in-requested.tsx'
import { test } from './test.tsx'

type Composed = {
  subject: string
  html: string
  text: string
  /** Where a customer's answer goes; emails to the accounts team have none. */
  replyTo: string | null
}

type Author<K extends EmailKind> = (
  email: EmailOf<K>,
  context: EmailContext,
  words: Words,
) => ReactNode

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
  test,
}

const toStaff = new Set<EmailKind>(['admin-invitation', 'test'])

/** Writes an email around its facts: subject, HTML and plain text, made of the same elements. */
export function composeEmail(
  email: Email,
  context: EmailContext,
  wording = emailWordings[wordingKindOf(email)].original,
): Composed {
  const author = authors[email.kind] as Author<EmailKind>
  const { subject, words } = fillWording(wording, email, context)
  const body = author(email, context, words)
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
