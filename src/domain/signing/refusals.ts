import { createHmac } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import { signingRefusals } from '#db/schema/signing.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { days } from '#src/domain/calendar.ts'
import { installationKey } from '#src/domain/jobs/installation-key.ts'
import { wholeMailbox } from '#src/forms/fields/normalised.ts'

const refusalLifetime = days(365)

/** Stops emails that ask this mailbox for a signature, for a year. Nobody can read the address from what is stored. */
export function refuseSigningEmails(tx: Writing<Store>, address: string) {
  const row = { mailboxHash: hashOf(tx, address), expiresAt: tx.now() + refusalLifetime }
  tx.db.orm
    .insert(signingRefusals)
    .values(row)
    .onConflictDoUpdate({ target: signingRefusals.mailboxHash, set: row })
    .run()
}

export function wantsSigningEmails(tx: Writing<Store>, address: string): boolean {
  const ofMailbox = eq(signingRefusals.mailboxHash, hashOf(tx, address))
  const row = tx.db.orm.select().from(signingRefusals).where(ofMailbox).get()
  return !row || row.expiresAt <= tx.now()
}

export function removeOldSigningRefusals({ db, now }: Deps) {
  db.orm.delete(signingRefusals).where(lt(signingRefusals.expiresAt, now())).run()
}

const hashOf = (tx: Writing<Store>, address: string) =>
  createHmac('sha256', installationKey(tx, 'signing-refusal-key'))
    .update(wholeMailbox(address))
    .digest('base64url')
