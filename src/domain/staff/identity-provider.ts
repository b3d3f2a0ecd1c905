import { identityProvider } from '#db/schema/admins.ts'
import type { Store } from '#src/deps.ts'
import { refusalAt } from '#src/domain/refusal.ts'
import { signInTexts } from '#src/forms/sign-in/sign-in-texts.ts'
import { decrypt, encrypt } from '#src/security/encrypt.ts'
import type { OpenIdClient } from '#src/security/openid.ts'
import type { AdminAccount } from './admins.ts'

export type ProviderRow = typeof identityProvider.$inferSelect

export const providerRow = ({ db }: Store): ProviderRow | null =>
  db.orm.select().from(identityProvider).get() ?? null

/** Returns the words after "Sign in with", or `null` without a provider and in a copy that sends nothing. */
export const providerName = (store: Store): string | null =>
  store.env.SEND_NOTHING ? null : (providerRow(store)?.name ?? null)

/** Returns the hash of the password, or `null` when no password opens the account. */
export const usablePassword = (
  store: Store,
  { passwordHash, keepsPassword }: Pick<AdminAccount, 'passwordHash' | 'keepsPassword'>,
): string | null => (mayHavePassword(store, keepsPassword) ? passwordHash : null)

export function refuseUnusedPassword(store: Store, keepsPassword = false) {
  if (!mayHavePassword(store, keepsPassword))
    throw refusalAt('password', 'conflict', signInTexts.provider)
}

export const mayHavePassword = (store: Store, keepsPassword: boolean): boolean =>
  keepsPassword || !providerRow(store)?.isRequired

/** Returns the tenant's ID when the issuer belongs to Microsoft Entra. */
export function tenantOf({ env }: Store, issuer: string): string | null {
  const base = `${env.MICROSOFT_LOGIN_URL}/`
  return issuer.startsWith(base) ? (issuer.slice(base.length).split('/')[0] ?? null) : null
}

export const openIdClient = ({ env, keys }: Store, row: ProviderRow): OpenIdClient => ({
  clientId: row.clientId,
  clientSecret: decrypt(keys, secretContext, row.clientSecretSealed),
  callbackUrl: callbackUrl(env),
})

export const encryptClientSecret = ({ keys }: Store, secret: string) =>
  encrypt(keys, secretContext, secret)

const secretContext = 'identity_provider|client_secret|1'

export const callbackUrl = ({ APP_URL }: Store['env']) => `${APP_URL}/api/admin/sign-in/callback`
