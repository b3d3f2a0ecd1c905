import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { installation } from '#db/schema/installation.ts'
import { perConnection } from '#db/statements.ts'
import { transact, type WritingDb } from '#db/transaction.ts'
import type { Keys } from '#src/security/keys.ts'
import { seal, unseal } from '#src/security/seal.ts'

/** Number and hash of the last event. */
export type HistoryHead = { seq: number; hash: string }

const name = 'audit-key'
const place = `installation|${name}`
const opened = new WeakMap<Db, Buffer>()

/**
 * The key of the audit chain, made on the first boot and sealed with the app's key. It is the sentinel too: a wrong
 * `APP_KEY` does not open it, and `proveKey` then stops the boot.
 */
export function auditKey(db: Db, keys: Keys): Buffer {
  const known = opened.get(db)
  if (known) return known
  const { key } = readRow(db, keys) ?? makeRow(db, keys)
  const bytes = Buffer.from(key, 'base64')
  opened.set(db, bytes)
  return bytes
}

/**
 * The last event as it was sealed when it was written: a history that ends before it was cut. `null` while the database
 * is one of a version that sealed none and no event has been written since.
 */
export const historyHead = (db: Db, keys: Keys): HistoryHead | null =>
  readRow(db, keys)?.head ?? null

/** Seals the number and hash of the event that was just written, in its transaction. */
export function sealHistoryHead(db: WritingDb, keys: Keys, head: HistoryHead) {
  writeRow(db, keys, auditKey(db, keys).toString('base64'), head)
}

/** Throws in plain words when the key at hand is not the one this database was made with. */
export function proveKey(db: Db, keys: Keys) {
  try {
    auditKey(db, keys)
  } catch (error) {
    // the storage is at fault, not the key
    if (error instanceof Error && 'code' in error && /^SQLITE_/.test(String(error.code)))
      throw error
    throw new Error(
      'APP_KEY is not the key this database was made with. Give the right key, or restore the backup that belongs to it.',
    )
  }
}

/**
 * Key and head lie in one sealed text: without the head beside it, a key would look like that of an older version, and
 * taking the head away would be a way to cut the history unseen.
 */
function readRow(db: Db, keys: Keys): { key: string; head: HistoryHead | null } | null {
  const row = rowOf(db).get()
  if (!row) return null
  const [key = '', seq, hash] = unseal(keys, place, row.value).split(' ')
  return { key, head: seq === undefined ? null : { seq: Number(seq), hash: hash ?? '' } }
}

const rowOf = perConnection((orm) =>
  orm.select().from(installation).where(eq(installation.name, name)).prepare(),
)

function makeRow(db: Db, keys: Keys) {
  return transact({ db }, ({ db }) => {
    const made = readRow(db, keys)
    if (made) return made
    const key = randomBytes(32).toString('base64')
    writeRow(db, keys, key, { seq: 0, hash: '' })
    return { key }
  })
}

function writeRow({ orm }: Db, keys: Keys, key: string, { seq, hash }: HistoryHead) {
  const value = seal(keys, place, `${key} ${seq} ${hash}`)
  orm
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value } })
    .run()
}
