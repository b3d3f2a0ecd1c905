import type { Db } from '#db/open.ts'
import { transact } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { secretFields } from '#src/forms/email-settings/email-settings-fields.ts'
import { decrypt, encrypt } from '#src/security/encrypt.ts'
import type { Keys } from '#src/security/keys.ts'
import { recordEvent } from './events.ts'

/** Each text is bound to its context and its row. `row` is the column that names the row. */
type EncryptedColumn = { table: string; column: string; row: string; context: string }

const encryptedColumns = [
  ['installation', 'value', 'name', 'installation'],
  ['admins', 'totp_secret_sealed', 'id', 'admins|totp'],
  ['admins', 'totp_pending_sealed', 'id', 'admins|totp'],
  ...secretFields.map((field) => [
    'email_settings',
    `${field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)}_sealed`,
    'id',
    `email_settings|${field}`,
  ]),
  ['webhook_endpoints', 'secret_sealed', 'id', 'webhook_endpoints|secret'],
  ['webhook_endpoints', 'previous_secret_sealed', 'id', 'webhook_endpoints|secret'],
  ['register_keys', 'secret_sealed', 'register', 'register_keys|secret'],
  ['oauth_attempts', 'verifier_sealed', 'state_hash', 'oauth_attempts|verifier'],
  ['identity_provider', 'client_secret_sealed', 'id', 'identity_provider|client_secret'],
  ['identity_attempts', 'verifier_sealed', 'state_hash', 'identity_attempts|verifier'],
  ['document_certificates', 'key_sealed', 'fingerprint', 'document_certificates|key'],
].map(
  ([table = '', column = '', row = '', context = '']): EncryptedColumn => ({
    table,
    column,
    row,
    context,
  }),
)

type Secret = { row: string | number; text: string; at: EncryptedColumn }

type Rotation = { key: string; encryptedAgain: number; already: number; left: number }

/**
 * Encrypts every secret with the first key, in one transaction. Throws and changes nothing when a secret cannot be
 * decrypted.
 */
export function rotateKeys(deps: Store): Rotation {
  return transact(deps, (tx) => {
    const { db, keys } = tx
    const before = encryptedTexts(db)
    const old = before.filter(({ text }) => keyIdOf(text) !== keys.currentId)
    for (const secret of old) encryptAgain(db, keys, secret)
    if (old.length > 0) recordEvent(tx, { kind: 'system' }, { action: 'keys rotated' })
    const left = encryptedTexts(db).filter(({ text }) => keyIdOf(text) !== keys.currentId)
    return {
      key: keys.currentId,
      encryptedAgain: old.length,
      already: before.length - old.length,
      left: left.length,
    }
  })
}

export function secretsByKey(db: Db): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of encryptedTexts(db))
    counts.set(keyIdOf(text), (counts.get(keyIdOf(text)) ?? 0) + 1)
  return counts
}

const encryptedTexts = ({ sqlite }: Db): Secret[] =>
  encryptedColumns.flatMap((at) =>
    sqlite
      .prepare<[], Omit<Secret, 'at'>>(
        `select ${at.row} as row, ${at.column} as text from ${at.table}
        where ${at.column} like 'v1.%'`,
      )
      .all()
      .map((row) => ({ ...row, at })),
  )

function encryptAgain({ sqlite }: Db, keys: Keys, { at, row, text }: Secret) {
  const context = `${at.context}|${row}`
  let secret: string
  try {
    secret = decrypt(keys, context, text)
  } catch {
    throw new Error(
      `A secret in ${at.table}.${at.column} opens with no key of the ring (it names key ${keyIdOf(text)}). Nothing was changed.`,
    )
  }
  sqlite
    .prepare(`update ${at.table} set ${at.column} = ? where ${at.row} = ?`)
    .run(encrypt(keys, context, secret), row)
}

const keyIdOf = (text: string) => text.split('.')[1] ?? ''
