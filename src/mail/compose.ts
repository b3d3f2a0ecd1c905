import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Email, EmailKind } from './email.ts'
import { addressChanged } from './messages/address-changed.tsx'
import { approval } from './messages/approval.tsx'
import { clientEdit } from './messages/client-edit.tsx'
import { duplicateDraft } from './messages/duplicate-draft.tsx'
import { duplicatePortal } from './messages/duplicate-portal.tsx'
import { newApplication } from './messages/new-application.tsx'
import { passwordChanged } from './messages/password-changed.tsx'
import { receipt } from './messages/receipt.tsx'
import { rejection } from './messages/rejection.tsx'
import { setPassword } from './messages/set-password.tsx'
import { signInAsked } from './messages/sign-in-asked.tsx'
import { signInConfirm } from './messages/sign-in-confirm.tsx'
import { signInLeft } from './messages/sign-in-left.tsx'
import { signInMoved } from './messages/sign-in-moved.tsx'
import { signInPaused } from './messages/sign-in-paused.tsx'
import { test } from './messages/test.tsx'
import { textOf } from './text-part.ts'

/** What an email needs beside its own facts. Links come from `APP_URL` alone, minted the moment it is sent. */
export type Around = {
  companyName: string
  salesEmail: string
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
  }
  /** How the form calls a field. */
  labelOf: (field: string) => string
  /** A recorded value of a field as people read it. */
  wordsOf: (field: string, value: string) => string
}

export type Draft = { subject: string; body: ReactElement }

export type Composed = {
  subject: string
  html: string
  text: string
  /** Where a customer's answer goes; emails to the accounts team have none. */
  replyTo: string | null
}

type Author<K extends EmailKind> = (email: Extract<Email, { kind: K }>, around: Around) => Draft

const authors: { [K in EmailKind]: Author<K> } = {
  receipt,
  'new-application': newApplication,
  'client-edit': clientEdit,
  approval,
  rejection,
  'set-password': setPassword,
  'password-changed': passwordChanged,
  'address-changed': addressChanged,
  'sign-in-moved': signInMoved,
  'sign-in-left': signInLeft,
  'sign-in-asked': signInAsked,
  'sign-in-confirm': signInConfirm,
  'sign-in-paused': signInPaused,
  'duplicate-draft': duplicateDraft,
  'duplicate-portal': duplicatePortal,
  test,
}

/** Writes an email: subject, HTML and plain text, made of the same elements. */
export function composeEmail(email: Email, around: Around): Composed {
  const author = authors[email.kind] as Author<EmailKind>
  const { subject, body } = author(email, around)
  return {
    subject,
    html: `<!doctype html>${renderToStaticMarkup(body)}`,
    text: textOf(body),
    replyTo: 'to' in email ? around.salesEmail : null,
  }
}
