import { identityProvider } from '#db/schema/identities.ts'
import type { Store } from '#src/deps.ts'
import { seconds } from '#src/domain/durations.ts'
import { refusalAt } from '#src/domain/refusal.ts'
import { providerTexts } from '#src/forms/sign-in/provider.ts'
import { networkError } from '#src/mail/http.ts'
import { type Ask, type OpenIdClient, OpenIdFault } from '#src/security/openid.ts'
import { ask, findPeer } from '#src/security/outgoing.ts'
import { seal, unseal } from '#src/security/seal.ts'
import type { AdminAccount } from './admins.ts'

export type ProviderRow = typeof identityProvider.$inferSelect

export const providerRow = ({ db }: Store): ProviderRow | null =>
  db.orm.select().from(identityProvider).get() ?? null

/** What follows "Sign in with"; `null` without a provider, and in a copy that sends nothing. */
export const providerName = (store: Store): string | null =>
  store.env.SEND_NOTHING ? null : (providerRow(store)?.name ?? null)

/** `null` when no password opens the account. */
export const usablePassword = (
  store: Store,
  { passwordHash, keepsPassword }: Pick<AdminAccount, 'passwordHash' | 'keepsPassword'>,
): string | null => (mayHavePassword(store, keepsPassword) ? passwordHash : null)

export function refuseUnusedPassword(store: Store, keepsPassword = false) {
  if (!mayHavePassword(store, keepsPassword))
    throw refusalAt('password', 'conflict', providerTexts.noPassword)
}

export const mayHavePassword = (store: Store, keepsPassword: boolean): boolean =>
  keepsPassword || !providerRow(store)?.isRequired

/** The tenant's ID when the issuer is one of Microsoft Entra. */
export function tenantOf({ env }: Store, issuer: string): string | null {
  const base = `${env.MICROSOFT_LOGIN_URL}/`
  return issuer.startsWith(base) ? (issuer.slice(base.length).split('/')[0] ?? null) : null
}

export const clientOf = ({ env, keys }: Store, row: ProviderRow): OpenIdClient => ({
  clientId: row.clientId,
  clientSecret: unseal(keys, sealContext, row.clientSecretSealed),
  callbackUrl: callbackUrl(env),
})

export const sealClientSecret = ({ keys }: Store, secret: string) => seal(keys, sealContext, secret)

const sealContext = 'identity_provider|client_secret|1'

export const callbackUrl = ({ APP_URL }: Store['env']) => `${APP_URL}/api/admin/sign-in/callback`

const patience = seconds(10)
const mostBytes = 256 * 1024

export const askProvider =
  ({ env }: Store): Ask =>
  async (address, options = {}) => {
    try {
      const peer = await findPeer(env, address)
      if (!peer.ok) throw new OpenIdFault('unreachable', faultWords[peer.reason])
      return await ask(new URL(address), {
        ...peer.connection,
        ...options,
        mostBytes,
        signal: AbortSignal.timeout(patience),
      })
    } catch (error) {
      if (error instanceof OpenIdFault) throw error
      const { reason } = networkError(error)
      throw new OpenIdFault('unreachable', faultWords[reason as keyof typeof faultWords])
    }
  }

const faultWords = {
  DNS_FAILED: 'Its host name could not be found',
  NOT_ALLOWED: 'This installation does not allow requests to that host',
  NOT_ENCRYPTED: 'Its address does not begin with https',
  REFUSED: 'It refused the connection',
  TIMEOUT: 'It did not answer in time',
  TLS_FAILED: 'A secure connection could not be made',
  DROPPED: 'The connection was closed before it answered',
}
