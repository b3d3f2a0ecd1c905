import type { Db } from '#db/open.ts'
import { transact } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { secretFields } from '#src/forms/email-settings/email-settings-fields.ts'
import type { Keys } from '#src/security/keys.ts'
import { seal, unseal } from '#src/security/seal.ts'
import { recordEvent } from './events.ts'

/** Each text is bound to its context and its row. `row` is the column that names the row. */
type SealedColumn = { table: string; column: string; row: string; context: string }

const sealedColumns = [
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
  ([table = '', column = '', row = '', context = '']): SealedColumn => ({
    ...{ table, column, row, context },
  }),
)

type Secret = { row: string | number; text: string; at: SealedColumn }

type Rotation = { key: string; sealedAgain: number; already: number; left: number }

/** Seals every secret with the first key, in one transaction. Throws and changes nothing when no key opens one. */
export function rotateKeys(deps: Store): Rotation {
  return transact(deps, (deps) => {
    const { db, keys } = deps
    const before = sealedTexts(db)
    const old = before.filter(({ text }) => keyIdOf(text) !== keys.currentId)
    for (const secret of old) sealAgain(db, keys, secret)
    if (old.length > 0) recordEvent(deps, { kind: 'system' }, { action: 'keys rotated' })
    const left = sealedTexts(db).filter(({ text }) => keyIdOf(text) !== keys.currentId)
    return {
      key: keys.currentId,
      sealedAgain: old.length,
      already: before.length - old.length,
      left: left.length,
    }
  })
}

export function secretsByKey(db: Db): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of sealedTexts(db))
    counts.set(keyIdOf(text), (counts.get(keyIdOf(text)) ?? 0) + 1)
  return counts
}

const sealedTexts = ({ sqlite }: Db): Secret[] =>
  sealedColumns.flatMap((at) =>
    sqlite
      .prepare<[], Omit<Secret, 'at'>>(
        `select ${at.row} as row, ${at.column} as text from ${at.table}
        where ${at.column} like 'v1.%'`,
      )
      .all()
      .map((row) => ({ ...row, at })),
  )

function sealAgain({ sqlite }: Db, keys: Keys, { at, row, text }: Secret) {
  const context = `${at.context}|${row}`
  let secret: string
  try {
    secret = unseal(keys, context, text)
  } catch {
    throw new Error(
      `A secret in ${at.table}.${at.column} opens with no key of the ring (it names key ${keyIdOf(text)}). Nothing was changed.`,
    )
  }
  sqlite
    .prepare(`update ${at.table} set ${at.column} = ? where ${at.row} = ?`)
    .run(seal(keys, context, secret), row)
}

const keyIdOf = (text: string) => text.split('.')[1] ?? ''
