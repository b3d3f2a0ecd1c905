import { passwordTokens } from '#db/schema/clients.ts'
import type { Deps } from '#src/deps.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { hours } from './durations.ts'

/** How long a set-password link works (spec 9: 24 hours). */
export const passwordLinkLifetime = hours(24)

/** Makes the account's one live set-password token, the moment its letter is sent; the one before is void. */
export function mintPasswordToken({ db, now }: Deps, client: number): string {
  const token = newToken()
  const row = { client, tokenHash: hashToken(token), expiresAt: now() + passwordLinkLifetime }
  db.orm
    .insert(passwordTokens)
    .values(row)
    .onConflictDoUpdate({ target: passwordTokens.client, set: row })
    .run()
  return token
}
