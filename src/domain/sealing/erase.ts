import { and, eq, isNull } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'

/**
 * Takes away what the documents of an application say, in the transaction that erases it and after its row is gone.
 * Hash, kind and times of a sealed document stay (rule 158).
 */
export function eraseDocuments({ db, now }: Writing<Store>, application: string) {
  const ofApplication = eq(documents.application, application)
  db.orm
    .delete(documents)
    .where(and(ofApplication, isNull(documents.sealedAt)))
    .run()
  db.orm
    .update(documents)
    .set({ data: null, pdf: null, signature: null, erasedAt: now() })
    .where(and(ofApplication, isNull(documents.erasedAt)))
    .run()
}
