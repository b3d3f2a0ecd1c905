import { and, eq, ne } from 'drizzle-orm'
import { draftTokens, idempotencyKeys } from '#db/schema/applications.ts'
import { signatureRequests, signingBrowsers } from '#db/schema/signing.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'

/**
 * Takes an application away from every browser that wrote, signed or sent it, because it moves to another browser or
 * its owner turned out to be somebody else.
 */
export function endFormBrowsers(store: Writing<Store>, application: number) {
  const { orm } = store.db
  orm.delete(draftTokens).where(eq(draftTokens.application, application)).run()
  // otherwise a repeated first save would open the application again, or create a second one
  orm
    .update(idempotencyKeys)
    .set({ application: null })
    .where(eq(idempotencyKeys.application, application))
    .run()
  endSigning(store, application)
}

/** Ends a request for a signature: its link, and the access that it gave. The record of who signed stays. */
export function endSigning({ db }: Writing<Store>, application: number) {
  db.orm.delete(signingBrowsers).where(eq(signingBrowsers.application, application)).run()
  db.orm
    .delete(signatureRequests)
    .where(
      and(eq(signatureRequests.application, application), ne(signatureRequests.state, 'signed')),
    )
    .run()
}
