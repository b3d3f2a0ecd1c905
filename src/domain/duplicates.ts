import { and, eq, ne } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import type { Deps } from '#src/deps.ts'
import { emailKey } from '#src/forms/normalise.ts'
import type { FieldValue } from '#src/forms/read.ts'
import type { Application } from './applications.ts'
import { Refusal, refusals } from './refusal.ts'

/**
 * Refuses ('conflict') an address that any other application holds, draft or not, trimmed and without case
 * (contract 5.6). Called inside the transaction that writes.
 */
export function refuseTakenAddress(
  { db }: Deps,
  mainEmail: FieldValue | undefined,
  application: Application | null,
) {
  if (typeof mainEmail !== 'string') return
  const holder = db.orm
    .select({ id: applications.id })
    .from(applications)
    .where(
      and(
        eq(applications.mainEmailKey, emailKey(mainEmail)),
        application ? ne(applications.seq, application.seq) : undefined,
      ),
    )
    .get()
  if (holder)
    throw new Refusal('conflict', refusals.duplicateEmail, {
      errors: { mainEmail: refusals.duplicateEmail },
    })
}
