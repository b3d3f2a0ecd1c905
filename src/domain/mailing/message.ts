import { and, desc, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { clients } from '#db/schema/clients.ts'
import { documents } from '#db/schema/documents.ts'
import { approvalProposals } from '#db/schema/review.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { createDraftLink } from '#src/domain/applications/draft-links.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { createMoveToken, createPasswordToken } from '#src/domain/clients/client-links.ts'
import { clientByEmail } from '#src/domain/clients/clients.ts'
import { isConfirmedMailbox } from '#src/domain/clients/confirmed-mailbox.ts'
import { companyOf, logoForDocuments, promiseText } from '#src/domain/company/company.ts'
import { dueReviews } from '#src/domain/decisions/trade-account.ts'
import type { DecisionData } from '#src/domain/documents/freeze.ts'
import { answerLabel } from '#src/domain/documents/sheet-parts.ts'
import { type LinkPurpose, linkPages, linksOf } from '#src/domain/jobs/email-links.ts'
import { readEmail } from '#src/domain/jobs/job-kinds.ts'
import type { Job } from '#src/domain/jobs/jobs.ts'
import { isRequestOpen } from '#src/domain/portal/requests.ts'
import { createSignatureLink } from '#src/domain/signing/requests.ts'
import { createAdminPasswordToken } from '#src/domain/staff/admin-links.ts'
import { createInvitationToken } from '#src/domain/staff/invitations.ts'
import { changeWords } from '#src/forms/admin/history-words.ts'
import { accentOn, textOn } from '#src/forms/company/accent.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { nameOfDocument } from '#src/forms/verify/document.ts'
import { logoCid } from '#src/mail/content/layout.tsx'
import { businessNameForEmail, safeName, safeValue } from '#src/mail/content/safe-text.ts'
import type { Wording } from '#src/mail/content/words.ts'
import type {
  Accent,
  EmailContext,
  EmailDocument,
  Kind,
  LinkFacts,
  ToClient,
} from '#src/mail/email.ts'
import { type EmailAttachment, type Message, withPictures } from '#src/mail/mailer.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import {
  type Email,
  type EmailKind,
  emailKinds,
  partsOf,
  sampleOf,
} from '#src/mail/messages/kinds.ts'
import { svgText } from '#src/security/svg.ts'
import type { SettingsRow } from './settings.ts'
import { wordingOf } from './wordings.ts'

/**
 * Creates the message of a stored email, and stores the tokens of its links. Returns `null` when the email is out of
 * date, for example because the draft is gone or the request was answered.
 */
export function createMessage(
  deps: Deps,
  row: Job,
  settings: SettingsRow,
  companyLogo: EmailLogo = noLogo,
): Message | null {
  const stored = readEmail(row)
  if (!stored) throw new Error(`Email ${row.id} cannot be read`)
  const email = withOpenQuestion(deps, stored)
  const links = transact(deps, (tx) => createLinks(tx, row, email))
  if (links === null) return null
  const context = emailContext(deps, row.createdAt)
  const { document, attachments } = documentOf(deps, row, email, settings)
  if (email.kind === 'documents' && document === null) return null
  const { logo, pictures } = fitsLogo(row, settings, [...companyLogo.pictures, ...attachments])
    ? companyLogo
    : noLogo
  const composed = composeEmail(
    email,
    {
      ...context,
      logo,
      links: { ...context.links, ...links },
      document,
    },
    wordingOf(deps, email.kind).wording,
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

/** Drops the question from a receipt that is sent late or again, if the question was answered or withdrawn. */
const withOpenQuestion = (deps: Store, email: Email): Email =>
  email.kind === 'receipt' && email.question && !isRequestOpen(deps, email.question.request)
    ? { ...email, question: undefined }
    : email

const messageIdOf = ({ env }: Store, { id, createdAt }: Job) =>
  `<email.${id}.${createdAt.toString(36)}@${new URL(env.APP_URL).hostname}>`

export function emailContext(deps: Store, instant: number): EmailContext {
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
    accent: company.accent ? accentOfEmails(company.accent) : null,
    promise: promiseText(company),
    when: longInstant(env.APP_TIMEZONE, instant),
    links: {
      portal: at('/client-login'),
      forgotPassword: at('/client/forgot-password'),
      admin: at('/admin/dashboard'),
      toSignInAddress: true,
      setPassword: null,
      confirmAddress: at('/client-login'),
      resume: at('/client-form'),
      discard: at('/client-form'),
      sign: at('/sign'),
      verify: at('/verify'),
    },
    document: null,
    labelOf: answerLabel,
    wordsOf: changeWords,
  }
}

function accentOfEmails(accent: string): Accent {
  const [light, dark] = [accentOn('light', accent), accentOn('dark', accent)]
  return {
    light: { ground: light, text: textOn(light) },
    dark: { ground: dark, text: textOn(dark) },
  }
}

const mebibytes = (count: number) => count * 1024 * 1024

/**
 * The most bytes of all files of an email. Microsoft Graph accepts 4 MB a request, and the files are encoded in base64
 * twice.
 */
const largest = { smtp: mebibytes(5), sendgrid: mebibytes(5), oauth365: mebibytes(2) }

function documentOf(
  { db }: Store,
  row: Job,
  email: Email,
  settings: SettingsRow,
): { document: EmailDocument | null; attachments: EmailAttachment[] } {
  const [stored, ...others] = storedFor({ db }, row)
  if (!stored) return { document: null, attachments: [] }
  const { pdf } = stored
  const kind = kindOf(stored, row)
  const unconfirmed = settings.attachDocuments ? whyUnconfirmed({ db }, email) : undefined
  const isAttached = settings.attachDocuments && !unconfirmed
  if (row.kind === 'documents' && !isAttached) return { document: null, attachments: [] }
  const isSealed = pdf !== null
  if (!pdf || !isAttached || row.refusals > 0 || pdf.length > largest[settings.emailProvider]) {
    const document = { kind, isSealed, attachedAs: null }
    return { document: unconfirmed ? { ...document, unconfirmed } : document, attachments: [] }
  }
  const attachments = [fileOf(stored, row)]
  let bytes = pdf.length
  for (const other of others) {
    bytes += other.pdf?.length ?? 0
    if (bytes <= largest[settings.emailProvider]) attachments.push(fileOf(other, row))
  }
  return {
    document: { kind, isSealed, attachedAs: fileOf(stored, row).name },
    attachments,
  }
}

type StoredDocument = typeof documents.$inferSelect

/** Returns the document of an email. "Your documents" gets the sealed documents of the portal, newest first. */
function storedFor({ db }: Pick<Store, 'db'>, row: Job): StoredDocument[] {
  if (row.document === null) return []
  const ofRow =
    row.kind === 'documents'
      ? and(
          eq(documents.application, row.application ?? ''),
          lte(documents.id, row.document),
          isNotNull(documents.pdf),
        )
      : eq(documents.id, row.document)
  const stored = db.orm
    .select()
    .from(documents)
    .where(and(ofRow, isNull(documents.erasedAt)))
    .orderBy(desc(documents.id))
    .all()
  return stored.filter(({ kind }, at) => stored.findIndex((newer) => newer.kind === kind) === at)
}

function fileOf(stored: StoredDocument, row: Job): EmailAttachment {
  const name = `application-${stored.application}-${kindOf(stored, row)}.pdf`
  return { name, mimeType: 'application/pdf', bytes: stored.pdf ?? Buffer.alloc(0) }
}

function kindOf({ kind, data }: StoredDocument, row: Job): EmailDocument['kind'] {
  if (row.kind !== 'documents') return nameOfDocument(kind, row.kind === 'rejection')
  const { decision } = JSON.parse(data ?? '{}') as Partial<DecisionData>
  return nameOfDocument(kind, decision === 'rejected')
}

/**
 * Returns whether the logo fits. It is left out in favour of the document, and after the server has refused the email.
 */
function fitsLogo(row: Job, { emailProvider }: SettingsRow, files: EmailAttachment[]): boolean {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  return row.refusals === 0 && bytes <= largest[emailProvider]
}

/** Returns `undefined` for a confirmed mailbox, and for an email to the accounts team. */
function whyUnconfirmed({ db }: Pick<Store, 'db'>, email: Email): EmailDocument['unconfirmed'] {
  if (!('to' in email && 'client' in email)) return undefined
  const { address } = email.to
  const client = db.orm.select().from(clients).where(eq(clients.id, email.client)).get()
  if (client && isConfirmedMailbox(client, address)) return undefined
  return client?.emailKey === emailKey(address) ? 'until-password' : 'other-address'
}

type Links = Partial<EmailContext['links']>

type LinkFor = ReturnType<typeof linksOf>

type LinkMaker<Facts> = (deps: Writing<Deps>, facts: Facts, linkFor: LinkFor) => Links | null

function createLinks(deps: Writing<Deps>, job: Job, email: Email): Links | null {
  const { link } = partsOf(email)
  return link ? (linkMakers[link] as LinkMaker<Email>)(deps, email, linksOf(deps, job)) : {}
}

const linkMakers: { [Link in keyof LinkFacts]: LinkMaker<LinkFacts[Link]> } = {
  application: applicationLink,
  proposal: (deps, email) => (isStillProposed(deps, email) ? applicationLink(deps, email) : null),
  backups: (deps) => ({ admin: at(deps, '/admin/backups') }),
  reviews: (deps) =>
    dueReviews(deps).length > 0 ? { admin: at(deps, '/admin/dashboard?status=review-due') } : null,
  invitation: (deps, { invitation }, linkFor) => {
    const token = createInvitationToken(deps, invitation, linkFor('invitation'))
    return token === null ? null : { admin: secretLink(deps, 'invitation', token) }
  },
  'staff-password': (deps, { account, to }, linkFor) => {
    const token = createAdminPasswordToken(deps, account, to.address, linkFor('staff-password'))
    if (token === null) return null
    return token ? { admin: secretLink(deps, 'staff-password', token) } : {}
  },
  draft: (deps, { draft, to }, linkFor) => {
    const linkTo = (purpose: 'resume' | 'delete') =>
      createDraftLink(deps, draft, to.address, purpose, linkFor(`${purpose}-draft`))
    const [resume, discard] = [linkTo('resume'), linkTo('delete')]
    if (resume === null || discard === null) return null
    return {
      ...(resume && { resume: secretLink(deps, 'resume-draft', resume) }),
      ...(discard && { discard: secretLink(deps, 'delete-draft', discard) }),
    }
  },
  signature: (deps, email, linkFor) => {
    const token = createSignatureLink(deps, email, linkFor('signature'))
    if (token === null) return null
    return token ? { sign: secretLink(deps, 'signature', token) } : {}
  },
  portal: (deps, email, linkFor) => portalLink(deps, email, linkFor) ?? signsInElsewhere,
  request: (deps, email, linkFor) =>
    isRequestOpen(deps, email.request)
      ? (portalLink(deps, email, linkFor) ?? signsInElsewhere)
      : null,
  holder: (deps, { to }) => (clientByEmail(deps, to.address) ? {} : signsInElsewhere),
  'sign-in': portalLink,
  'set-password': (deps, email, linkFor) => {
    const client = clientAt(deps, email)
    return client && passwordLink(deps, client.id, linkFor)
  },
  'confirm-address': (deps, { client, to }, linkFor) => {
    const token = createMoveToken(deps, client, to.address, linkFor('confirm-address'))
    if (token === null) return null
    return token ? { confirmAddress: secretLink(deps, 'confirm-address', token) } : {}
  },
}

const signsInElsewhere: Links = { toSignInAddress: false }

const at = ({ env }: Deps, path: string) => `${env.APP_URL}${path}`

function applicationLink(deps: Deps, { application }: LinkFacts['application']): Links {
  return { admin: at(deps, `/admin/applications/${application}`) }
}

const isStillProposed = ({ db }: Deps, { application, proposedAt }: LinkFacts['proposal']) =>
  db.orm
    .select({ id: applications.id })
    .from(approvalProposals)
    .innerJoin(applications, eq(applications.seq, approvalProposals.application))
    .where(
      and(
        eq(applications.id, application),
        eq(applications.version, approvalProposals.applicationVersion),
        eq(approvalProposals.proposedAt, proposedAt),
      ),
    )
    .get() !== undefined

function portalLink(deps: Deps, email: ToClient, linkFor: LinkFor): Links | null {
  const client = clientAt(deps, email)
  if (!client) return null
  return client.passwordHash === null ? passwordLink(deps, client.id, linkFor) : {}
}

/** Returns the account unless its address has changed, because the link would open it to the old mailbox. */
function clientAt({ db }: Deps, { client: id, to }: ToClient) {
  const client = db.orm.select().from(clients).where(eq(clients.id, id)).get()
  return client?.emailKey === emailKey(to.address) ? client : null
}

function passwordLink(deps: Deps, client: number, linkFor: LinkFor): Links {
  const token = createPasswordToken(deps, client, linkFor('set-password'))
  return token ? { setPassword: secretLink(deps, 'set-password', token) } : {}
}

const secretLink = (deps: Deps, purpose: LinkPurpose, token: string) =>
  at(deps, linkPages[purpose] + token)

const box = { width: 200, height: 56 }

type EmailLogo = { logo: EmailContext['logo']; pictures: EmailAttachment[] }

const noLogo: EmailLogo = { logo: null, pictures: [] }

export async function emailLogo(deps: Deps): Promise<EmailLogo> {
  const image = await logoAsPng(deps)
  if (!image) return noLogo
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)]
  const scale = Math.min(box.width / width, box.height / height, 1)
  const logo = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  return {
    logo,
    pictures: [{ name: 'logo.png', mimeType: 'image/png', bytes: image, cid: logoCid }],
  }
}

/** Returns a PNG, because email programs do not show SVG. */
async function logoAsPng(deps: Deps): Promise<Buffer | null> {
  const logo = logoForDocuments(deps)
  if (logo === null) return null
  const bytes = Buffer.from(logo, 'base64')
  const svg = svgText(bytes)
  if (svg === null) return bytes
  try {
    return Buffer.from(await deps.pdf.logo(svg))
  } catch (err) {
    deps.log.warn({ err }, 'the logo could not be drawn for an email')
    return null
  }
}

export function previewEmail(
  deps: Deps,
  kind: EmailKind,
  wording: Wording,
  { logo, pictures }: EmailLogo = noLogo,
) {
  const context = emailContext(deps, deps.now())
  const links = { ...context.links, setPassword: `${deps.env.APP_URL}/client/set-password` }
  const document = sampleDocument(kind)
  const email = composeEmail(sampleOf(kind), { ...context, links, document, logo }, wording)
  return { ...email, html: withPictures(email.html, pictures) }
}

/** A receipt goes out before anybody can have confirmed the mailbox. */
function sampleDocument(kind: EmailKind): EmailDocument | null {
  const { document } = emailKinds[kind] as Pick<Kind<unknown>, 'document'>
  if (!document) return null
  if (kind === 'receipt')
    return { kind: document, isSealed: false, attachedAs: null, unconfirmed: 'until-password' }
  const attachedAs = `application-7K3M-Q9TX-2VHD-${document}.pdf`
  return { kind: document, isSealed: true, attachedAs }
}
