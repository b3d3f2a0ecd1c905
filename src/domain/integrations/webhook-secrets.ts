import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { webhookEndpoints } from '#db/schema/integrations.ts'
import type { Store } from '#src/deps.ts'
import { hours } from '#src/domain/durations.ts'
import { seal, unseal } from '#src/security/seal.ts'

export type Endpoint = typeof webhookEndpoints.$inferSelect

/** How long the secret before a change signs beside the new one. */
export const oldSecretLasts = hours(24)

/** A secret as the scheme writes it: 256 random bits. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export const sealSecret = ({ keys }: Store, endpoint: string, secret: string) =>
  seal(keys, contextOf(endpoint), secret)

/** The headers of one delivery, signed with every secret that counts at the moment. */
export function signedHeaders(
  { keys, now }: Store,
  endpoint: Endpoint,
  id: string,
  body: string,
): Record<string, string> {
  const at = new Date(now())
  const { secretSealed, previousSecretSealed, previousUntil } = endpoint
  const previous = now() < (previousUntil ?? 0) ? [previousSecretSealed] : []
  const signatures = [secretSealed, ...previous].flatMap((sealed) =>
    sealed ? [new Webhook(unseal(keys, contextOf(endpoint.id), sealed)).sign(id, at, body)] : [],
  )
  return {
    'content-type': 'application/json',
    'user-agent': 'Countersign',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

/** The same for both columns, because a change of the secret moves it from one to the other. */
const contextOf = (endpoint: string) => `webhook_endpoints|secret|${endpoint}`
