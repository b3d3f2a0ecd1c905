import { and, eq } from 'drizzle-orm'
import { adminIdentities } from '#db/schema/admins.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Actor } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { type AdminAccount, emailAccountChange, findAdmin } from './admins.ts'
import { ProviderFault } from './identity-attempts.ts'
import { providerRow } from './identity-provider.ts'

/** A person at the provider. An email address does not identify anybody, because addresses are reassigned. */
export type Identity = { issuer: string; subject: string; shownAs: string }

export function identityOf(store: Store, admin: number): Identity | null {
  const issuer = providerRow(store)?.issuer
  const identity = store.db.orm
    .select()
    .from(adminIdentities)
    .where(eq(adminIdentities.admin, admin))
    .get()
  return identity?.issuer === issuer ? (identity ?? null) : null
}

export function accountOfIdentity(
  store: Store,
  { issuer, subject }: Identity,
): AdminAccount | null {
  const identity = store.db.orm
    .select()
    .from(adminIdentities)
    .where(and(eq(adminIdentities.issuer, issuer), eq(adminIdentities.subject, subject)))
    .get()
  return identity ? findAdmin(store, identity.admin) : null
}

/** Throws `ProviderFault` when the account or the person is connected already. */
export function connectIdentity(
  deps: Writing<Deps>,
  actor: Actor,
  { id, username }: AdminAccount,
  identity: Identity,
) {
  if (identityOf(deps, id)) throw new ProviderFault('connected')
  if (accountOfIdentity(deps, identity)) throw new ProviderFault('taken')
  deps.db.orm.delete(adminIdentities).where(eq(adminIdentities.admin, id)).run()
  deps.db.orm
    .insert(adminIdentities)
    .values({ admin: id, ...identity })
    .run()
  recordEvent(deps, actor, {
    action: 'provider connected',
    subject: username,
    changes: [{ field: 'provider', before: null, after: wordsOf(identity) }],
  })
}

export function dropIdentity(deps: Writing<Deps>, actor: Actor, id: number): boolean {
  const identity = identityOf(deps, id)
  if (!identity) return false
  deps.db.orm.delete(adminIdentities).where(eq(adminIdentities.admin, id)).run()
  recordEvent(deps, actor, {
    action: 'provider disconnected',
    subject: findAdmin(deps, id).username,
    changes: [{ field: 'provider', before: wordsOf(identity), after: null }],
  })
  emailAccountChange(deps, id, 'disconnected')
  return true
}

const wordsOf = ({ issuer, subject }: Identity) => `${issuer} ${subject}`
