import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { installation } from '#db/schema/installation.ts'
import type { Keys } from '#src/security/keys.ts'
import { seal, unseal } from '#src/security/seal.ts'

const place = 'installation|audit-key'
const opened = new WeakMap<Db, Buffer>()

/**
 * The key of the audit chain, made on the first boot and sealed with the app's key. It is the sentinel too: a wrong
 * `APP_KEY` does not open it, and `proveKey` then stops the boot.
 */
export function auditKey(db: Db, keys: Keys): Buffer {
  const known = opened.get(db)
  if (known) return known
  const row = db.orm.select().from(installation).where(eq(installation.name, 'audit-key')).get()
  const key = row ? unseal(keys, place, row.value) : randomBytes(32).toString('base64')
  if (!row)
    db.orm
      .insert(installation)
      .values({ name: 'audit-key', value: seal(keys, place, key) })
      .run()
  const bytes = Buffer.from(key, 'base64')
  opened.set(db, bytes)
  return bytes
}

/** Throws in plain words when the key at hand is not the one this database was made with. */
export function proveKey(db: Db, keys: Keys) {
  try {
    auditKey(db, keys)
  } catch {
    throw new Error(
      'APP_KEY is not the key this database was made with. Give the right key, or restore the backup that belongs to it.',
    )
  }
}
