import type { Change } from '#db/schema/events.ts'
import { emailSettings } from '#db/schema/mail.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { releaseWaiting } from '#src/domain/jobs/emails.ts'
import { wakeJobs } from '#src/domain/jobs/jobs.ts'
import type { EmailSettingsInput } from '#src/forms/email-settings/email-settings.ts'
import {
  defaultPort,
  type SecretField,
  secretFields,
} from '#src/forms/email-settings/email-settings-fields.ts'
import { mergeSettings, refuseStaleSettings } from './settings-merge.ts'
import { configuredOf, type SettingsRow, sealSecrets, settingsRow } from './settings-row.ts'

/** The settings as the screen shows them, of a secret only whether it is set; defaults until they are saved. */
export function readSettings(deps: Store) {
  const row = settingsRow(deps)
  const blank = Object.fromEntries(secretFields.map((field) => [field, ''])) as Record<
    SecretField,
    ''
  >
  return {
    emailProvider: row?.emailProvider ?? ('smtp' as const),
    smtpHost: row?.smtpHost ?? '',
    smtpPort: row?.smtpPort ?? defaultPort,
    smtpSecure: row?.smtpSecure ?? false,
    smtpRequireTls: row?.smtpRequireTls ?? false,
    smtpUser: row?.smtpUser ?? '',
    oauth365ClientId: row?.oauth365ClientId ?? '',
    oauth365TenantId: row?.oauth365TenantId ?? '',
    oauth365TokenExpiry: row?.oauth365TokenExpiry ?? '',
    oauth365ConnectedAs: row?.oauth365ConnectedAs ?? '',
    oauth365ReconnectNeeded: row?.oauth365ReconnectNeeded ?? false,
    fromEmail: row?.fromEmail ?? '',
    fromName: row?.fromName ?? companyOf(deps).name,
    accountsNotificationEmail: row?.accountsNotificationEmail ?? '',
    attachDocuments: row?.attachDocuments ?? true,
    ...blank,
    configured: configuredOf(row),
    saved: row !== null,
    version: row?.version ?? 0,
  }
}

export type EmailSettings = ReturnType<typeof readSettings>

/**
 * Saves the settings and lets the emails go that waited for them. Refuses 'invalid' when the provider lacks something or a
 * stored secret would go to another server, 'stale' when others have changed what its version showed.
 */
export function saveSettings(deps: Deps, admin: Admin, input: EmailSettingsInput) {
  transact(deps, (deps) => {
    const stored = settingsRow(deps)
    refuseStaleSettings(stored, input)
    const { row, secrets, changed } = mergeSettings(stored, input)
    const sealed = { ...row, ...sealSecrets(deps, secrets) }
    const at = deps.now()
    const values = { ...sealed, id: 1, version: (stored?.version ?? 0) + 1, updatedAt: at }
    deps.db.orm
      .insert(emailSettings)
      .values(values)
      .onConflictDoUpdate({ target: emailSettings.id, set: values })
      .run()
    const changes = changed.map((field) => changeOf(field, stored, row))
    recordEvent(deps, admin, { action: 'email settings changed', changes })
    releaseWaiting(deps)
  })
  wakeJobs(deps, true)
  return readSettings(deps)
}

/** Which fields are others now; the values stay out of the history, but for the switch of the documents. */
const changeOf = (
  field: string,
  stored: SettingsRow | null,
  row: Pick<SettingsRow, 'attachDocuments'>,
): Change =>
  field === 'attachDocuments'
    ? {
        field,
        before: stored && String(stored.attachDocuments),
        after: String(row.attachDocuments),
      }
    : { field, before: null, after: null }
