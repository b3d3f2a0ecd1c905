import { Refusal } from '#src/domain/refusal.ts'
import type { EmailSettingsInput } from '#src/forms/email-settings/email-settings.ts'
import {
  defaultPort,
  emailSettingsFields,
  emailTexts,
  neededFields,
  type SecretField,
  secretFields,
} from '#src/forms/email-settings/email-settings-fields.ts'
import type { SecretChanges, SettingsRow } from './settings-row.ts'

type Plain = Omit<SettingsRow, `${SecretField}Sealed` | 'id' | 'version' | 'updatedAt'>
type Sealed = { [K in SecretField as `${K}Sealed`]: string | null }

/**
 * The record after a save, secrets apart, with the names of the fields that are now others. Refuses 'invalid' when the
 * provider lacks something, and else when a stored secret would be sent another way.
 */
export function mergeSettings(
  stored: SettingsRow | null,
  input: EmailSettingsInput,
): { row: Plain & Sealed; secrets: SecretChanges; changed: string[] } {
  const row = { ...sealedOf(stored), ...plainOf(stored, input) }
  const secrets: SecretChanges = Object.fromEntries(
    secretFields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]])),
  )
  refuseIncomplete(row, secrets)
  refuseMovedSecret(stored, row, secrets)
  removeOtherConsent(stored, row, secrets)
  if (secrets.oauth365RefreshToken !== undefined) row.oauth365ReconnectNeeded = false
  const before = (stored ?? {}) as Record<string, unknown>
  const changed = Object.entries(row).flatMap(([field, value]) =>
    !field.endsWith('Sealed') && (before[field] ?? null) !== (value ?? null) ? [field] : [],
  )
  return { row, secrets, changed: [...changed, ...Object.keys(secrets)] }
}

/** What may change without a fresh password: all else decides which server, account and addresses mail goes through. */
const harmless = ['fromName', 'oauth365TokenExpiry', 'attachDocuments']

/** Whether a save sends mail another way than before; refuses 'invalid' as the save itself. */
export const redirectsMail = (stored: SettingsRow | null, input: EmailSettingsInput): boolean =>
  mergeSettings(stored, input).changed.some((field) => !harmless.includes(field))

/**
 * Refuses 'stale' a save over what others have saved since the version that it names, if any, with what is saved at each
 * field. A second click differs in nothing.
 */
export function refuseStaleSettings(stored: SettingsRow | null, input: EmailSettingsInput) {
  if (input.version === null || input.version === (stored?.version ?? 0)) return
  const before = (stored ?? {}) as Record<string, unknown>
  const errors = Object.fromEntries(
    Object.entries(plainOf(stored, input))
      .filter(([field, value]) => field in emailSettingsFields && (before[field] ?? null) !== value)
      .map(([field]) => [field, emailTexts.savedMeanwhile(inWords(before[field]))]),
  )
  if (Object.keys(errors).length > 0) throw new Refusal('stale', emailTexts.stale, { errors })
}

const inWords = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? '')

/** Absent keeps what is stored, blank clears. */
function plainOf(stored: SettingsRow | null, input: EmailSettingsInput): Plain {
  const text = (given: string | undefined, kept: string | null | undefined) =>
    given === undefined ? (kept ?? null) : given || null
  return {
    emailProvider: input.emailProvider,
    smtpHost: text(input.smtpHost, stored?.smtpHost),
    smtpPort: input.smtpPort ?? stored?.smtpPort ?? defaultPort,
    smtpSecure: input.smtpSecure ?? stored?.smtpSecure ?? false,
    smtpRequireTls: input.smtpRequireTls ?? stored?.smtpRequireTls ?? false,
    smtpUser: text(input.smtpUser, stored?.smtpUser),
    oauth365ClientId: text(input.oauth365ClientId, stored?.oauth365ClientId),
    oauth365TenantId: text(input.oauth365TenantId, stored?.oauth365TenantId),
    oauth365TokenExpiry: text(input.oauth365TokenExpiry, stored?.oauth365TokenExpiry),
    oauth365ConnectedAs: stored?.oauth365ConnectedAs ?? null,
    oauth365ReconnectNeeded: stored?.oauth365ReconnectNeeded ?? false,
    fromEmail: input.fromEmail,
    fromName: input.fromName,
    accountsNotificationEmail: input.accountsNotificationEmail,
    attachDocuments: input.attachDocuments ?? stored?.attachDocuments ?? true,
  }
}

const sealedOf = (stored: SettingsRow | null): Sealed => ({
  smtpPasswordSealed: stored?.smtpPasswordSealed ?? null,
  sendgridApiKeySealed: stored?.sendgridApiKeySealed ?? null,
  oauth365ClientSecretSealed: stored?.oauth365ClientSecretSealed ?? null,
  oauth365RefreshTokenSealed: stored?.oauth365RefreshTokenSealed ?? null,
  oauth365AccessTokenSealed: stored?.oauth365AccessTokenSealed ?? null,
})

function refuseIncomplete(row: Plain & Sealed, secrets: SecretChanges) {
  const after: Record<string, unknown> = { ...row, ...secrets }
  // of a secret that the save leaves alone there is only the sealed column
  const has = (field: string) => Boolean(after[field in after ? field : `${field}Sealed`])
  const missing = neededFields[row.emailProvider].filter((field) => !has(field))
  if (missing.length === 0) return
  const errors = Object.fromEntries(missing.map((field) => [field, emailTexts.needed(field)]))
  throw new Refusal('invalid', emailTexts.incomplete, { errors })
}

const smtpFields = ['smtpHost', 'smtpPort', 'smtpUser', 'smtpSecure', 'smtpRequireTls'] as const
/** Whose tokens they are. */
export const microsoftFields = ['oauth365ClientId', 'oauth365TenantId'] as const

/** A stolen session must not be able to send a stored password somewhere else, or in the clear. */
function refuseMovedSecret(stored: SettingsRow | null, row: Plain, secrets: SecretChanges) {
  if (!stored) return
  const moved = (fields: readonly (keyof Plain)[]) =>
    fields.some((field) => stored[field] !== row[field])
  const asked: SecretField[] = []
  if (stored.smtpPasswordSealed && secrets.smtpPassword === undefined && moved(smtpFields))
    asked.push('smtpPassword')
  const keepsSecret = secrets.oauth365ClientSecret === undefined
  if (stored.oauth365ClientSecretSealed && keepsSecret && moved(microsoftFields))
    asked.push('oauth365ClientSecret')
  if (asked.length === 0) return
  const errors = Object.fromEntries(asked.map((field) => [field, emailTexts.secretAgain]))
  throw new Refusal('invalid', emailTexts.secretAgain, { errors })
}

/** Tokens belong to the application and tenant that they were given to: another one starts without. */
function removeOtherConsent(stored: SettingsRow | null, row: Plain, secrets: SecretChanges) {
  if (!stored) return
  if (microsoftFields.some((key) => stored[key] !== row[key])) secrets.oauth365RefreshToken ??= null
  if (secrets.oauth365RefreshToken === undefined) return
  // the access token and the name came with the refresh token that goes
  secrets.oauth365AccessToken ??= null
  if (!secrets.oauth365AccessToken) row.oauth365TokenExpiry = null
  row.oauth365ConnectedAs = null
}
