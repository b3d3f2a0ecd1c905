import { eq } from 'drizzle-orm'
import { draftTokens, idempotencyKeys } from '#db/schema/applications.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'

/**
 * Takes an application from every browser that wrote or sent it: because it goes to another one, or because its owner
 * proved to be somebody else.
 */
export function endFormBrowsers({ db }: Writing<Store>, application: number) {
  db.orm.delete(draftTokens).where(eq(draftTokens.application, application)).run()
  // a repeated first save would open it again, or make a second one
  db.orm
    .update(idempotencyKeys)
    .set({ application: null })
    .where(eq(idempotencyKeys.application, application))
    .run()
}
