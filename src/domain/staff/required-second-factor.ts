import { eq } from 'drizzle-orm'
import type { admins } from '#db/schema/admins.ts'
import { installation } from '#db/schema/installation.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import type { Actor } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { providerRow } from './identity-provider.ts'

export const lacksSecondFactor = (
  store: Store,
  { totpSecretSealed }: Pick<typeof admins.$inferSelect, 'totpSecretSealed'>,
  byProvider: boolean,
): boolean =>
  totpSecretSealed === null &&
  isSecondFactorRequired(store) &&
  !(byProvider && providerRow(store)?.countsAsTwoFactors)

const name = 'second-factor-required'
const row = eq(installation.name, name)

export const isSecondFactorRequired = ({ db }: Store): boolean =>
  db.orm.select().from(installation).where(row).get() !== undefined

/** Returns whether the setting has changed. */
export function storeSecondFactorRequired(
  deps: Writing<Store>,
  actor: Actor,
  required: boolean,
): boolean {
  if (isSecondFactorRequired(deps) === required) return false
  if (required) deps.db.orm.insert(installation).values({ name, value: 'yes' }).run()
  else deps.db.orm.delete(installation).where(row).run()
  const [before, after] = required ? ['no', 'yes'] : ['yes', 'no']
  recordEvent(deps, actor, {
    action: required ? 'second factor required for everybody' : 'second factor no longer required',
    changes: [{ field: 'second factor required', before, after }],
  })
  return true
}
