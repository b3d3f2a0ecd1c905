import { and, eq, gt } from 'drizzle-orm'
import { eventChanges, events } from '#db/schema/events.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Client } from '#src/domain/accounts/clients.ts'
import { signedDataOf } from '#src/domain/documents/stored-documents.ts'
import { days } from '#src/domain/durations.ts'
import { enqueue } from '#src/domain/jobs/emails.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import type { EmailOf } from '#src/mail/messages/kinds.ts'
import type { Application } from './application.ts'

/** Emails of a day: to one former address, and to those of one account together. */
const mostToAddress = 3
const mostOfAccount = 5

/**
 * Tells the main address that was replaced, inside the transaction of the change. Anybody can be made the main address:
 * one that nobody signed with or signs in with is not told, and past a limit nothing is sent and nothing is said.
 */
export function tellFormerAddress(
  deps: Writing<Deps>,
  client: Client,
  before: Application,
  version: number,
) {
  const { id, mainEmail } = before
  if (!mainEmail || !isKnown(deps, client, id, emailKey(mainEmail))) return
  const told = toldToday(deps, id)
  const toAddress = told.filter((address) => emailKey(address) === emailKey(mainEmail))
  if (told.length >= mostOfAccount || toAddress.length >= mostToAddress) return
  const to = { name: before.businessName ?? '', address: mainEmail }
  enqueue(deps, { kind: 'address-changed', application: id, to }, `address-changed|${version}`)
}

/** It signs in, it did so before, or it was signed with. */
const isKnown = (deps: Deps, client: Client, application: string, key: string) =>
  client.emailKey === key ||
  emailKey(String(signedDataOf(deps, application)?.fields.mainEmail ?? '')) === key ||
  deps.db.orm
    .select({ changes: eventChanges.changes })
    .from(events)
    .innerJoin(eventChanges, eq(eventChanges.event, events.seq))
    .where(and(eq(events.application, application), eq(events.action, 'sign-in moved')))
    .all()
    .some(({ changes }) => changes.some(({ before }) => emailKey(before ?? '') === key))

const toldToday = ({ db, now }: Deps, application: string): string[] =>
  db.orm
    .select({ email: jobs.data })
    .from(jobs)
    .where(
      and(
        eq(jobs.application, application),
        eq(jobs.kind, 'address-changed'),
        gt(jobs.createdAt, now() - days(1)),
      ),
    )
    .all()
    .map(({ email }) => (email as EmailOf<'address-changed'>).to.address)
