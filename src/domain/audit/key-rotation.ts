import type { Db } from '#db/open.ts'
import { transact } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { secretFields } from '#src/forms/email-settings/email-settings-fields.ts'
import type { Keys } from '#src/security/keys.ts'
import { seal, unseal } from '#src/security/seal.ts'
import { recordEvent } from './events.ts'

/** Each text is bound to its context and its row. */
const sealedColumns: SealedColumn[] = [
  { table: 'installation', column: 'value', row: 'name', context: 'installation' },
  { table: 'admins', column: 'totp_secret_sealed', row: 'id', context: 'admins|totp' },
  { table: 'admins', column: 'totp_pending_sealed', row: 'id', context: 'admins|totp' },
  ...secretFields.map((field) => ({
    table: 'email_settings',
    column: `${field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)}_sealed`,
    row: 'id',
    context: `email_settings|${field}`,
  })),
  ...['secret_sealed', 'previous_secret_sealed'].map((column) => ({
    table: 'webhook_endpoints',
    column,
    row: 'id',
    context: 'webhook_endpoints|secret',
  })),
  {
    table: 'register_keys',
    column: 'secret_sealed',
    row: 'register',
    context: 'register_keys|secret',
  },
  {
    table: 'oauth_attempts',
    column: 'verifier_sealed',
    row: 'state_hash',
    context: 'oauth_attempts|verifier',
  },
  {
    table: 'identity_provider',
    column: 'client_secret_sealed',
    row: 'id',
    context: 'identity_provider|client_secret',
  },
  {
    table: 'identity_attempts',
    column: 'verifier_sealed',
    row: 'state_hash',
    context: 'identity_attempts|verifier',
  },
  {
    table: 'document_certificates',
    column: 'key_sealed',
    row: 'fingerprint',
    context: 'document_certificates|key',
  },
]

type SealedColumn = { table: string; column: string; row: string; context: string }

type Secret = { row: string | number; text: string; at: SealedColumn }

type Rotation = { key: string; sealedAgain: number; already: number; left: number }

/**
 * Seals every secret again with the first key, in one transaction. Throws and changes nothing when no key opens a
 * secret.
 */
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
