import { and, eq, ne } from 'drizzle-orm'
import { draftTokens, idempotencyKeys } from '#db/schema/applications.ts'
import { signatureRequests, signingBrowsers } from '#db/schema/signing.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'

/**
 * Takes an application from every browser that wrote, signed or sent it: because it goes to another one, or because its
 * owner proved to be somebody else.
 */
export function endFormBrowsers(store: Writing<Store>, application: number) {
  const { orm } = store.db
  orm.delete(draftTokens).where(eq(draftTokens.application, application)).run()
  // a repeated first save would open it again, or make a second one
  orm
    .update(idempotencyKeys)
    .set({ application: null })
    .where(eq(idempotencyKeys.application, application))
    .run()
  endSigning(store, application)
}

/** Ends what was asked of a signer: the link, and what it has opened. That somebody has signed stays known. */
export function endSigning({ db }: Writing<Store>, application: number) {
  db.orm.delete(signingBrowsers).where(eq(signingBrowsers.application, application)).run()
  db.orm
    .delete(signatureRequests)
    .where(
      and(eq(signatureRequests.application, application), ne(signatureRequests.state, 'signed')),
    )
    .run()
}
