import { generateCodeVerifier } from 'arctic'
import { and, eq, gt, lte } from 'drizzle-orm'
import { identityAttempts } from '#db/schema/admins.ts'
import { transact, writable } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import { minutes, seconds } from '#src/domain/calendar.ts'
import type { ProviderFaultName } from '#src/forms/sign-in/provider.ts'
import { networkError } from '#src/mail/http.ts'
import { ask, findPeer } from '#src/security/egress.ts'
import { decrypt, encrypt } from '#src/security/encrypt.ts'
import { type Ask, authorizationAddress, discover, OpenIdFault } from '#src/security/openid.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { openIdClient, providerName, providerRow } from './identity-provider.ts'

export type Purpose = (typeof identityAttempts.$inferSelect)['purpose']

export class ProviderFault extends Error {
  constructor(readonly fault: ProviderFaultName) {
    super(fault)
  }
}

export const attemptLifetime = minutes(10)

/**
 * `holder` is the hash of a session or the token of an invitation. Returns where to go, and the secret of the cookie
 * that binds the way back to this browser. Throws `ProviderFault`.
 */
export async function beginAttempt(
  deps: Deps,
  purpose: Purpose,
  holder: string | null = null,
): Promise<{ address: string; secret: string }> {
  const row = providerName(deps) && providerRow(deps)
  if (!row) throw new ProviderFault('unusable')
  const provider = await inOurWords(deps, discover(askProvider(deps), row.issuer))
  const [state, secret, nonce, verifier] = [
    newToken(),
    newToken(),
    newToken(),
    generateCodeVerifier(),
  ]
  const stateHash = hashToken(state)
  const holderHash = purpose === 'invitation' && holder !== null ? hashToken(holder) : holder
  await writable(deps)
  transact(deps, (tx) => {
    removeOldAttempts(tx)
    tx.db.orm
      .insert(identityAttempts)
      .values({
        stateHash,
        cookieHash: hashToken(secret),
        nonce,
        purpose,
        holderHash,
        verifierSealed: encrypt(tx.keys, secretContext(stateHash), verifier),
        providerVersion: row.version,
        beganAt: tx.now(),
      })
      .run()
  })
  // a plain sign-in accepts an existing session at the provider
  const asksAgain = purpose === 'confirm' || purpose === 'connect'
  const attempt = { state, nonce, verifier, asksAgain }
  return { address: authorizationAddress(provider, openIdClient(deps, row), attempt), secret }
}

/**
 * Uses up an attempt. It works once, before it expires, in the browser that began it, and only while the settings are
 * unchanged.
 */
export function takeAttempt(deps: Deps, { state, secret }: { state: string; secret: string }) {
  const stateHash = hashToken(state)
  const attempt = transact(deps, ({ db, now }) =>
    db.orm
      .delete(identityAttempts)
      .where(
        and(
          eq(identityAttempts.stateHash, stateHash),
          eq(identityAttempts.cookieHash, hashToken(secret)),
          gt(identityAttempts.beganAt, now() - attemptLifetime),
        ),
      )
      .returning()
      .get(),
  )
  const row = providerName(deps) && providerRow(deps)
  if (!attempt || !row || row.version !== attempt.providerVersion)
    throw new ProviderFault('expired')
  const verifier = decrypt(deps.keys, secretContext(stateHash), attempt.verifierSealed)
  return { ...attempt, verifier, row }
}

export const removeOldAttempts = ({ db, now }: Store) =>
  db.orm
    .delete(identityAttempts)
    .where(lte(identityAttempts.beganAt, now() - attemptLifetime))
    .run()

export async function inOurWords<T>({ log }: Deps, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof OpenIdFault)) throw error
    const { reason, detail } = error
    log.warn({ reason, detail }, 'a sign-in with the provider failed')
    throw new ProviderFault(reason)
  }
}

const secretContext = (stateHash: string) => `identity_attempts|verifier|${stateHash}`

const timeoutMs = seconds(10)
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
        signal: AbortSignal.timeout(timeoutMs),
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
