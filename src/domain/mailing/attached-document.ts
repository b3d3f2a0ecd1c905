import { and, eq, isNull, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { clients } from '#db/schema/clients.ts'
import { documents } from '#db/schema/documents.ts'
import type { Deps } from '#src/deps.ts'
import type { OutboxRow } from '#src/domain/outbox/queue.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import type { Email, EmailDocument } from '#src/mail/email.ts'
import type { EmailAttachment } from '#src/mail/mailer.ts'
import type { SettingsRow } from './settings-row.ts'

/** What an email says of its document, with the file itself; `document` is `null` for an email without one. */
type WithDocument = { document: EmailDocument | null; attachments: EmailAttachment[] }

const mebibytes = (count: number) => count * 1024 * 1024

/** The largest files of an email together. Graph takes 4 MB a request, and base64 encodes the file twice there: in MIME and around it. */
const largest = { smtp: mebibytes(5), sendgrid: mebibytes(5), oauth365: mebibytes(2) }

/**
 * Reads the sealed document of an email, at the moment of sending. The email goes without it when it is too large or
 * not sealed, when the server refused it, and by the switch.
 */
export function documentOf(deps: Pick<Deps, 'db'>, row: OutboxRow, settings: SettingsRow) {
  const none: WithDocument = { document: null, attachments: [] }
  if (row.document === null) return none
  const { orm } = deps.db
  const stored = orm
    .select({
      application: documents.application,
      kind: documents.kind,
      bytes: sql<number | null>`length(${documents.pdf})`,
    })
    .from(documents)
    .where(and(eq(documents.id, row.document), isNull(documents.erasedAt)))
    .get()
  if (!stored) return none
  const { application, kind, bytes } = stored
  const isSealed = bytes !== null
  const goes =
    settings.attachDocuments &&
    isSealed &&
    bytes <= largest[settings.emailProvider] &&
    row.refusals === 0 &&
    isTheirs(deps, row.email as Email)
  const file = goes
    ? orm.select({ pdf: documents.pdf }).from(documents).where(eq(documents.id, row.document)).get()
        ?.pdf
    : null
  if (!file) return { document: { kind, isSealed, attachedAs: null }, attachments: [] }
  const name = `application-${application}-${kind}.pdf`
  return {
    document: { kind, isSealed, attachedAs: name },
    attachments: [{ name, mimeType: 'application/pdf', bytes: file }],
  }
}

/** Whether a logo goes too: it gives way to the document, and to a server that has refused the email with it. */
export function fitsLogo(
  row: OutboxRow,
  { emailProvider }: SettingsRow,
  files: EmailAttachment[],
): boolean {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  return row.refusals === 0 && bytes <= largest[emailProvider]
}

/** A mistyped address that was corrected while the email waited must not get everything that was signed. */
function isTheirs({ db }: Pick<Deps, 'db'>, email: Email): boolean {
  if (!('to' in email && 'client' in email)) return true
  const theirs = db.orm
    .select({ signIn: clients.emailKey, main: applications.mainEmailKey })
    .from(clients)
    .innerJoin(applications, eq(applications.seq, clients.application))
    .where(eq(clients.id, email.client))
    .get()
  const key = emailKey(email.to.address)
  return theirs?.signIn === key || theirs?.main === key
}
