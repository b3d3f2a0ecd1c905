import { and, desc, eq } from 'drizzle-orm'
import { termsVersions, termsWithdrawals } from '#db/schema/company.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { termsTexts } from '#src/forms/terms/terms-form.ts'
import { inOrder, isNamedByApplication, isNotWithdrawn, supplierDate } from './versions.ts'

/**
 * Withdraws published terms before their day, with those that they replaced; a second time changes nothing. Refuses
 * 'unknown', and 'conflict' when their day has begun or others replace them.
 */
export function withdrawTerms(deps: Deps, admin: Admin, version: string) {
  transact(deps, (deps) => {
    const { orm } = deps.db
    const terms = orm.select().from(termsVersions).where(eq(termsVersions.version, version)).get()
    if (!terms) throw new Refusal('unknown', termsTexts.unknown)
    const { inForceFrom } = terms
    const isOfDay = and(eq(termsVersions.inForceFrom, inForceFrom), isNotWithdrawn(deps))
    const waiting = orm.select().from(termsVersions).where(isOfDay).orderBy(desc(inOrder)).all()
    if (!waiting.some((other) => other.version === version)) return
    // a clock that was set back does not undo signatures
    if (inForceFrom <= supplierDate(deps) || isNamedByApplication(deps, version))
      throw new Refusal('conflict', termsTexts.begun)
    if (waiting[0]?.version !== version) throw new Refusal('conflict', termsTexts.replaced)
    const withdrawal = { withdrawnAt: deps.now(), withdrawnBy: admin.username }
    for (const { version } of waiting)
      orm
        .insert(termsWithdrawals)
        .values({ version, ...withdrawal })
        .run()
    recordEvent(deps, admin, {
      action: 'terms withdrawn',
      changes: [
        { field: 'version', before: version, after: null },
        { field: 'inForceFrom', before: inForceFrom, after: null },
      ],
    })
  })
}
