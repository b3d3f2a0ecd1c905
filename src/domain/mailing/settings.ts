import { eq } from 'drizzle-orm'
import { readFact, storeFact } from '#db/schema/installation.ts'
import { emailSettings } from '#db/schema/mail.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { releaseWaiting } from '#src/domain/jobs/email-jobs.ts'
import { wakeJobs } from '#src/domain/jobs/jobs.ts'
import { Refusal } from '#src/domain/refusal.ts'
import type { EmailSettingsInput } from '#src/forms/email-settings/email-settings.ts'
import {
  defaultPort,
  type EmailProvider,
  emailProviders,
  emailSettingsFields,
  emailTexts,
  neededFields,
  type SecretField,
  secretFields,
} from '#src/forms/email-settings/email-settings-fields.ts'
import { decrypt, encrypt } from '#src/security/encrypt.ts'

export type SettingsRow = typeof emailSettings.$inferSelect
type Plain = Omit<SettingsRow, `${SecretField}Sealed` | 'id' | 'version' | 'updatedAt'>

type SecretChanges = Partial<Record<SecretField, string | null>>

const unsaved: Plain = {
  emailProvider: 'smtp',
  smtpHost: null,
  smtpPort: defaultPort,
  smtpSecure: false,
  smtpRequireTls: false,
  smtpUser: null,
  oauth365ClientId: null,
  oauth365TenantId: null,
  oauth365TokenExpiry: null,
  oauth365ConnectedAs: null,
  oauth365ReconnectNeeded: false,
  fromEmail: '',
  fromName: '',
  accountsNotificationEmail: '',
  attachDocuments: true,
}

const plainFields = Object.keys(unsaved) as (keyof Plain)[]

export const settingsRow = ({ db }: Store): SettingsRow | null =>
  db.orm.select().from(emailSettings).where(eq(emailSettings.id, 1)).get() ?? null

export const needsReconnect = (settings: SettingsRow) =>
  settings.emailProvider === 'oauth365' && settings.oauth365ReconnectNeeded

export const readSettings = (deps: Store) => settingsOf(settingsRow(deps), companyOf(deps).name)

/** What the fields hold before anything is saved. */
export const blankSettings = () => settingsOf(null, '')

function settingsOf(row: SettingsRow | null, fromName: string) {
  const values = row ?? { ...unsaved, fromName }
  return {
    ...(Object.fromEntries(plainFields.map((field) => [field, values[field] ?? ''])) as {
      [Field in keyof Plain]: NonNullable<Plain[Field]>
    }),
    ...forSecrets(() => '' as const),
    configured: forSecrets((field) => Boolean(row?.[columnOf(field)])),
    saved: row !== null,
    version: row?.version ?? 0,
  }
}

export type EmailSettings = ReturnType<typeof readSettings>

const forSecrets = <Value>(value: (field: SecretField) => Value) =>
  Object.fromEntries(secretFields.map((field) => [field, value(field)])) as Record<
    SecretField,
    Value
  >

/** Refuses 'invalid' also when a stored secret would go to another server, and 'stale'. */
export function saveSettings(deps: Deps, admin: Admin, input: EmailSettingsInput) {
  transact(deps, (tx) => {
    const stored = settingsRow(tx)
    refuseStaleSettings(stored, input)
    const { row, secrets, changed } = mergeSettings(stored, input)
    const values = {
      ...row,
      ...encryptSecrets(tx, secrets),
      id: 1,
      version: (stored?.version ?? 0) + 1,
      updatedAt: tx.now(),
    }
    tx.db.orm
      .insert(emailSettings)
      .values(values)
      .onConflictDoUpdate({ target: emailSettings.id, set: values })
      .run()
    // values stay out of the history, but for the switch of the documents
    const changes = changed.map((field) =>
      field === 'attachDocuments'
        ? { field, before: stored && String(stored[field]), after: String(row[field]) }
        : { field, before: null, after: null },
    )
    recordEvent(tx, admin, { action: 'email settings changed', changes })
    releaseWaiting(tx)
  })
  wakeJobs(deps, true)
  return readSettings(deps)
}

function mergeSettings(stored: SettingsRow | null, input: EmailSettingsInput) {
  const row = plainOf(stored, input)
  const secrets: SecretChanges = Object.fromEntries(
    secretFields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]])),
  )
  refuseIncomplete(stored, row, secrets)
  refuseMovedSecret(stored, row, secrets)
  removeOtherConsent(stored, row, secrets)
  if (secrets.oauth365RefreshToken !== undefined) row.oauth365ReconnectNeeded = false
  const changed = plainFields.filter((field) => (stored?.[field] ?? null) !== row[field])
  return { row, secrets, changed: [...changed, ...Object.keys(secrets)] }
}

const plainOf = (
  stored: SettingsRow | null,
  input: { [F in keyof Plain]?: Plain[F] | undefined },
) =>
  Object.fromEntries(
    plainFields.map((field) => {
      const value = input[field]
      return [field, value === undefined ? (stored ?? unsaved)[field] : value === '' ? null : value]
    }),
  ) as Plain

const harmless = ['fromName', 'oauth365TokenExpiry', 'attachDocuments']

export const redirectsMail = (stored: SettingsRow | null, input: EmailSettingsInput): boolean =>
  mergeSettings(stored, input).changed.some((field) => !harmless.includes(field))

export function refuseStaleSettings(stored: SettingsRow | null, input: EmailSettingsInput) {
  if (input.version === null || input.version === (stored?.version ?? 0)) return
  const row = plainOf(stored, input)
  const errors = Object.fromEntries(
    plainFields
      .filter((field) => field in emailSettingsFields && (stored?.[field] ?? null) !== row[field])
      .map((field) => [field, emailTexts.nowSaved(savedWords(field, stored?.[field]))]),
  )
  if (Object.keys(errors).length > 0) throw new Refusal('stale', emailTexts.stale, { errors })
}

/** As the page shows them. */
function savedWords(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const text = String(value ?? '')
  return field === 'emailProvider' ? (emailProviders[text as EmailProvider] ?? text) : text
}

function refuseIncomplete(stored: SettingsRow | null, row: Plain, secrets: SecretChanges) {
  const isSecret = (field: string): field is SecretField =>
    secretFields.some((one) => one === field)
  const missing = neededFields[row.emailProvider].filter((field) => {
    if (!isSecret(field)) return !row[field as keyof Plain]
    return !(secrets[field] === undefined ? stored?.[columnOf(field)] : secrets[field])
  })
  if (missing.length === 0) return
  const errors = Object.fromEntries(missing.map((field) => [field, emailTexts.needed(field)]))
  throw new Refusal('invalid', emailTexts.incomplete, { errors })
}

export const microsoftFields = ['oauth365ClientId', 'oauth365TenantId'] as const

const destinations = [
  ['smtpPassword', ['smtpHost', 'smtpPort', 'smtpUser', 'smtpSecure', 'smtpRequireTls']],
  ['oauth365ClientSecret', microsoftFields],
] as const

/** A stolen session must not send a stored password elsewhere, or in the clear. */
function refuseMovedSecret(stored: SettingsRow | null, row: Plain, secrets: SecretChanges) {
  const moved = destinations.filter(
    ([secret, fields]) =>
      stored?.[columnOf(secret)] &&
      secrets[secret] === undefined &&
      fields.some((field) => stored[field] !== row[field]),
  )
  if (moved.length === 0) return
  const errors = Object.fromEntries(moved.map(([secret]) => [secret, emailTexts.secretAgain]))
  throw new Refusal('invalid', emailTexts.secretAgain, { errors })
}

function removeOtherConsent(stored: SettingsRow | null, row: Plain, secrets: SecretChanges) {
  if (!stored) return
  if (microsoftFields.some((key) => stored[key] !== row[key])) secrets.oauth365RefreshToken ??= null
  if (secrets.oauth365RefreshToken === undefined) return
  // the access token and the name came with the refresh token that goes
  secrets.oauth365AccessToken ??= null
  if (!secrets.oauth365AccessToken) row.oauth365TokenExpiry = null
  row.oauth365ConnectedAs = null
}

export const encryptSecrets = ({ keys }: Store, secrets: SecretChanges) =>
  Object.fromEntries(
    Object.entries(secrets).map(([field, secret]) => [
      columnOf(field as SecretField),
      secret === null ? null : encrypt(keys, secretContext(field), secret),
    ]),
  ) as Partial<Pick<SettingsRow, ReturnType<typeof columnOf>>>

/** `''` when there is none. Throws when the key is another. */
export function openSecret({ keys }: Store, row: SettingsRow, field: SecretField): string {
  const sealed = row[columnOf(field)]
  return sealed ? decrypt(keys, secretContext(field), sealed) : ''
}

const columnOf = <F extends SecretField>(field: F): `${F}Sealed` => `${field}Sealed`

const secretContext = (field: string) => `email_settings|${field}|1`

const testEmail = 'test-email-sent'

export const noteTestEmail = ({ db }: Store) => storeFact(db, testEmail, true)

export const wasTestEmailSent = ({ db }: Store): boolean => Boolean(readFact(db, testEmail))
