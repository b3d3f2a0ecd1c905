import { and, desc, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { clients } from '#db/schema/clients.ts'
import { documents } from '#db/schema/documents.ts'
import { emailSettings } from '#db/schema/mail.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { applicationOfClient, type Client, correspondentOf } from './clients.ts'

/**
 * Whether the owner of a mailbox has shown that it is theirs: by the password that was set through its link, by the link
 * that moved the sign-in there, or by signing through the link that was sent to it. An address that staff or the customer typed is not confirmed, and a move of the
 * sign-in by staff takes the password away. What a document says of it comes from the history (`confirmedMailbox`).
 */
export const isConfirmedMailbox = (
  { emailKey: signIn, passwordHash, signedEmailKey }: Mailbox,
  address: string,
) => signedEmailKey === emailKey(address) || (passwordHash !== null && signIn === emailKey(address))

type Mailbox = Pick<Client, 'emailKey' | 'passwordHash' | 'signedEmailKey'>

export type QueuedEmail = Record<'id' | 'data' | 'kind' | 'mailbox', SQLiteColumn>

/** Returns the same as a condition for queries: emails to a customer whose mailbox is not confirmed. */
export function goesUnconfirmed({ db }: Store, email: QueuedEmail): SQL {
  const address = sql`${email.data} ->> '$.to.address'`
  const client = sql`${email.data} ->> '$.client'`
  const confirmed = db.orm
    .select({ id: clients.id })
    .from(clients)
    .where(
      and(
        sql`${clients.id} = ${client}`,
        or(
          eq(clients.signedEmailKey, sql`lower(${address})`),
          and(
            sql`${clients.passwordHash} is not null`,
            // SQLite's lower() leaves letters with accents alone
            or(sql`${clients.email} = ${address}`, sql`${clients.emailKey} = lower(${address})`),
          ),
        ),
      ),
    )
  return sql`(${client} is not null and not exists ${confirmed})`
}

/**
 * Queues the documents that earlier emails did not bring, once for each mailbox. The email waits for a document that is
 * being made. Call it when the mailbox has just been confirmed.
 */
export function enqueueDocuments(deps: Writing<Store>, id: number) {
  const client = deps.db.orm.select().from(clients).where(eq(clients.id, id)).get()
  if (!client) return
  const application = applicationOfClient(deps, client)
  const newest = deps.db.orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.application, application.id), isNull(documents.erasedAt)))
    .orderBy(desc(documents.id))
    .get()
  if (!newest || attachesNothing(deps)) return
  const about = { application: application.id, businessName: application.businessName ?? '' }
  const to = correspondentOf(client, application)
  enqueue(
    deps,
    { kind: 'documents', ...about, to, client: client.id },
    `documents|${client.emailKey}`,
    {
      document: newest.id,
    },
  )
}

const attachesNothing = ({ db }: Store): boolean =>
  db.orm
    .select({ id: emailSettings.id })
    .from(emailSettings)
    .where(not(emailSettings.attachDocuments))
    .get() !== undefined
