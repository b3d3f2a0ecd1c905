import { eq } from 'drizzle-orm'
import { clients } from '#db/schema/clients.ts'
import type { Deps } from '#src/deps.ts'
import { createPasswordToken } from '#src/domain/accounts/password-tokens.ts'
import { createMoveToken } from '#src/domain/accounts/sign-in-moves.ts'
import { createDraftLink } from '#src/domain/applications/draft-links.ts'
import { currentWitness, witnessText } from '#src/domain/audit/witness.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { promiseText } from '#src/domain/company/promise.ts'
import { answerLabel } from '#src/domain/documents/sheet-answers.ts'
import { createInvitationToken } from '#src/domain/invitations/invitations.ts'
import type { OutboxRow } from '#src/domain/outbox/queue.ts'
import { isRequestOpen } from '#src/domain/requests/requests.ts'
import { changeWords } from '#src/forms/admin/change-words.ts'
import { textOn } from '#src/forms/company/accent.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { businessNameForEmail } from '#src/mail/content/business-name.ts'
import { safeName, safeValue } from '#src/mail/content/safe-text.ts'
import type { Email, EmailContext, EmailKind } from '#src/mail/email.ts'
import type { Message } from '#src/mail/mailer.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { wordingKindOf } from '#src/mail/wordings/wordings.ts'
import { documentOf, fitsLogo } from './attached-document.ts'
import { type EmailLogo, noLogo } from './email-logo.ts'
import type { SettingsRow } from './settings-row.ts'
import { isStillProposed } from './still-proposed.ts'
import { wordingOf } from './wordings.ts'

/**
 * Writes the message of an email, the moment it is sent, and creates its links. `null` when there is
 * nothing left to say: a draft or an account that has gone, a request that was answered.
 */
export function messageOf(
  deps: Deps,
  row: OutboxRow,
  settings: SettingsRow,
  given: EmailLogo = noLogo,
): Message | null {
  const email = row.email as Email
  const links = createLinks(deps, email)
  if (links === null) return null
  const context = emailContext(deps, row.createdAt)
  const witness = currentWitness(deps)
  const { document, attachments } = documentOf(deps, row, settings)
  const { logo, pictures } = fitsLogo(row, settings, [...given.pictures, ...attachments])
    ? given
    : noLogo
  const composed = composeEmail(
    email,
    {
      ...context,
      logo,
      links: { ...context.links, ...links },
      document,
      witness: witness && witnessText(witness),
    },
    wordingOf(deps, wordingKindOf(email)).wording,
  )
  const to = 'to' in email ? email.to : { name: '', address: settings.accountsNotificationEmail }
  return {
    messageId: messageIdOf(deps, row),
    from: { name: safeName(settings.fromName), address: settings.fromEmail },
    to: { name: businessNameForEmail(to.name), address: to.address },
    ...composed,
    attachments: [...pictures, ...attachments],
  }
}

/** The same for every try of one email, so that a mailbox can fold the two copies that a crash may cause. */
const messageIdOf = ({ env }: Pick<Deps, 'env'>, { id, createdAt }: OutboxRow) =>
  `<email.${id}.${createdAt.toString(36)}@${new URL(env.APP_URL).hostname}>`

/** What emails know of the supplier and of the instant that they tell of; every link begins with `APP_URL`. */
export function emailContext(deps: Pick<Deps, 'db' | 'env'>, instant: number): EmailContext {
  const { env } = deps
  const company = companyOf(deps)
  const { name, salesEmail, telephone, legal } = company
  const at = (path: string) => `${env.APP_URL}${path}`
  return {
    companyName: safeName(name),
    salesEmail,
    telephone,
    companyDetails: safeValue(legal),
    logo: null,
    accent: company.accent ? { ground: company.accent, text: textOn(company.accent) } : null,
    promise: promiseText(company),
    when: longInstant(env.APP_TIMEZONE, instant),
    links: {
      portal: at('/client-login'),
      forgotPassword: at('/client/forgot-password'),
      admin: at('/admin/dashboard'),
      setPassword: null,
      confirmAddress: at('/client-login'),
      resume: at('/client-form'),
      discard: at('/client-form'),
      verify: at('/verify'),
    },
    document: null,
    witness: null,
    labelOf: answerLabel,
    wordsOf: changeWords,
  }
}

/** Emails with a link to set a password, while the account has none. */
const invites = new Set<EmailKind>([
  'receipt',
  'approval',
  'rejection',
  'portal-invitation',
  'information-request',
  'information-reminder',
  'set-password',
  'sign-in-moved',
])

/** Emails that say nothing true once their address no longer signs in. */
const aboutSignIn = new Set<EmailKind>(['set-password', 'sign-in-moved'])

/** The links of one email; `null` when what they would lead to is gone. */
function createLinks(deps: Deps, email: Email): Partial<EmailContext['links']> | null {
  const at = (path: string) => `${deps.env.APP_URL}${path}`
  if (email.kind === 'approval-proposed' && !isStillProposed(deps, email)) return null
  if (email.kind === 'drill-failed') return { admin: at('/admin/backups') }
  if ('request' in email && !isRequestOpen(deps, email.request)) return null
  if ('draft' in email) {
    const resume = createDraftLink(deps, email.draft, email.to.address, 'resume')
    const discard = createDraftLink(deps, email.draft, email.to.address, 'delete')
    if (!resume || !discard) return null
    return {
      resume: at(`/client-form?resume=${resume}`),
      discard: at(`/client-form?discard=${discard}`),
    }
  }
  if (email.kind === 'admin-invitation') {
    const token = createInvitationToken(deps, email.invitation)
    return token === null ? null : { admin: at(`/admin/invitation?token=${token}`) }
  }
  if (email.kind === 'sign-in-confirm') {
    const token = createMoveToken(deps, email.client, email.to.address)
    return token === null ? null : { confirmAddress: at(`/client-login?address=${token}`) }
  }
  if ('client' in email && invites.has(email.kind)) {
    const client = deps.db.orm.select().from(clients).where(eq(clients.id, email.client)).get()
    // the account may have got another sign-in address since: a link would open it to the old one's mailbox
    const isOwners = client?.emailKey === emailKey(email.to.address)
    if (!client || !isOwners) return aboutSignIn.has(email.kind) ? null : {}
    // a requested link is sent with or without a password
    if (client.passwordHash !== null && email.kind !== 'set-password') return {}
    return { setPassword: at(`/client/set-password?token=${createPasswordToken(deps, client.id)}`) }
  }
  return 'application' in email ? { admin: at(`/admin/applications/${email.application}`) } : {}
}
