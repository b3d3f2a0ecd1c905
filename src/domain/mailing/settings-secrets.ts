import type { Deps } from '#src/deps.ts'
import { type SecretField, secretFields } from '#src/forms/email-settings/email-settings-fields.ts'
import { seal, unseal } from '#src/security/seal.ts'
import type { SettingsRow } from './settings-row.ts'

/** `undefined` keeps a stored secret, `null` clears it, a text replaces it. */
export type SecretChanges = Partial<Record<SecretField, string | null>>

/** The columns of secrets that a save changes, sealed under the app's key. */
export const sealSecrets = ({ keys }: Pick<Deps, 'keys'>, secrets: SecretChanges) =>
  Object.fromEntries(
    Object.entries(secrets).map(([field, secret]) => [
      columnOf(field as SecretField),
      secret === null ? null : seal(keys, sealContext(field), secret),
    ]),
  ) as Partial<Pick<SettingsRow, ReturnType<typeof columnOf>>>

/** A stored secret in the clear, to be used at once; `''` when there is none. Throws when the key is another. */
export function openSecret(
  { keys }: Pick<Deps, 'keys'>,
  row: SettingsRow,
  field: SecretField,
): string {
  const sealed = row[columnOf(field)]
  return sealed ? unseal(keys, sealContext(field), sealed) : ''
}

/** Which secrets are there. */
export const configuredOf = (row: SettingsRow | null) =>
  Object.fromEntries(
    secretFields.map((field) => [field, Boolean(row?.[columnOf(field)])]),
  ) as Record<SecretField, boolean>

const columnOf = <F extends SecretField>(field: F): `${F}Sealed` => `${field}Sealed`

const sealContext = (field: string) => `email_settings|${field}|1`
