import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { installation, storeText } from '#db/schema/installation.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { decrypt, encrypt } from '#src/security/encrypt.ts'

/**
 * Returns a random key of this installation, and creates it at the first call. It outlives the keys that encrypt it.
 */
export function installationKey(
  { db, keys }: Pick<Writing<Store>, 'db' | 'keys'>,
  name: 'email-link-key' | 'signing-refusal-key',
): Buffer {
  const context = `installation|${name}`
  const stored = db.orm.select().from(installation).where(eq(installation.name, name)).get()
  if (stored) return Buffer.from(decrypt(keys, context, stored.value), 'base64')
  const key = randomBytes(32)
  storeText(db, name, encrypt(keys, context, key.toString('base64')))
  return key
}
