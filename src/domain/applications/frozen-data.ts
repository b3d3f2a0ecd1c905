import { and, desc, eq, isNull } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import type { Store } from '#src/deps.ts'
import type { DecisionData, SignedData } from '#src/domain/documents/freeze.ts'

/** Returns what was signed, or `null` for a draft and for an application that was not signed here. */
export const signedDataOf = (store: Store, application: string) =>
  newestData<SignedData>(store, application, 'signed')

/** Returns what the newest decision froze, or `null`. */
export const decisionDataOf = (store: Store, application: string) =>
  newestData<DecisionData>(store, application, 'countersigned')

function newestData<Data>(
  { db }: Store,
  application: string,
  kind: 'signed' | 'countersigned',
): Data | null {
  const row = db.orm
    .select({ data: documents.data })
    .from(documents)
    .where(
      and(
        eq(documents.application, application),
        isNull(documents.erasedAt),
        eq(documents.kind, kind),
      ),
    )
    .orderBy(desc(documents.frozenAt), desc(documents.id))
    .get()
  return row?.data ? JSON.parse(row.data) : null
}
