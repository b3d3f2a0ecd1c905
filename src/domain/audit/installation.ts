import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { installation, storeText } from '#db/schema/installation.ts'
import { transact, type WritingDb } from '#db/transaction.ts'
import type { HistoryHead } from '#db/volume.ts'
import { decrypt, encrypt } from '#src/security/encrypt.ts'
import type { Keys } from '#src/security/keys.ts'

/**
 * `takenIn` is the number of the event that took in the documents of versions which stored no hashes in events: 0 if
 * there were none, `null` before that. It is encrypted with the rest, so that nobody without the key can repeat it.
 */
type AuditSecret = { key: Buffer; head: HistoryHead; takenIn: number | null }

const name = 'audit-key'
const context = `installation|${name}`

/** Returns the audit secret, which the first start creates. Throws when `APP_KEY` is not the key that encrypted it. */
export function readAuditSecret(db: Db, keys: Keys): AuditSecret {
  return readRow(db, keys) ?? transact({ db }, ({ db }) => readRow(db, keys) ?? makeRow(db, keys))
}

export function storeHistoryHead(db: WritingDb, keys: Keys, { key, head, takenIn }: AuditSecret) {
  const parts = [
    key.toString('base64'),
    head.seq,
    head.hash,
    ...(takenIn === null ? [] : [takenIn]),
  ]
  storeText(db, name, encrypt(keys, context, parts.join(' ')))
}

export function verifyKey(db: Db, keys: Keys) {
  try {
    readAuditSecret(db, keys)
  } catch (error) {
    // the storage is at fault, not the key
    if (error instanceof Error && 'code' in error && /^SQLITE_/.test(String(error.code)))
      throw error
    throw new Error(
      'APP_KEY is not the key this database was made with. Give the right key, or restore the backup that belongs to it.',
    )
  }
}

/** Returns the stored text, or `''` before the first start. */
export const encryptedAuditSecret = ({ orm }: Db): string =>
  orm.select().from(installation).where(eq(installation.name, name)).get()?.value ?? ''

export function decryptAuditSecret(keys: Keys, sealed: string): AuditSecret {
  const [key = '', seq, hash = '', takenIn] = decrypt(keys, context, sealed).split(' ')
  return {
    key: Buffer.from(key, 'base64'),
    head: { seq: Number(seq), hash },
    takenIn: takenIn === undefined ? null : Number(takenIn),
  }
}

/**
 * Key and head are one encrypted text: if the head could be removed alone, nobody would notice that the history was
 * cut.
 */
function readRow(db: Db, keys: Keys): AuditSecret | null {
  const sealed = encryptedAuditSecret(db)
  return sealed ? decryptAuditSecret(keys, sealed) : null
}

function makeRow(db: WritingDb, keys: Keys): AuditSecret {
  const made = { key: randomBytes(32), head: { seq: 0, hash: '' }, takenIn: 0 }
  storeHistoryHead(db, keys, made)
  return made
}
