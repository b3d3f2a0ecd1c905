import { and, count, desc, eq, inArray, isNotNull, lte, min, or } from 'drizzle-orm'
import { jobs } from '#db/schema/jobs.ts'
import { emailSettings } from '#db/schema/mail.ts'
import type { Store } from '#src/deps.ts'
import { minutes } from '#src/domain/durations.ts'
import { isEmail } from '#src/domain/jobs/jobs.ts'
import { type SecretField, secretFields } from '#src/forms/email-settings/email-settings-fields.ts'
import { inWords } from '#src/mail/mailer.ts'
import { seal, unseal } from '#src/security/seal.ts'

export type SettingsRow = typeof emailSettings.$inferSelect

/** Whether emails wait until an administrator connects Microsoft 365 again. */
export const needsReconnect = (settings: SettingsRow) =>
  settings.emailProvider === 'oauth365' && settings.oauth365ReconnectNeeded

/** The one row of settings, secrets sealed; `null` until they are saved. */
export const settingsRow = ({ db }: Store): SettingsRow | null =>
  db.orm.select().from(emailSettings).where(eq(emailSettings.id, 1)).get() ?? null

/** `undefined` keeps a stored secret, `null` clears it, a text replaces it. */
export type SecretChanges = Partial<Record<SecretField, string | null>>

/** The columns of secrets that a save changes, sealed under the app's key. */
export const sealSecrets = ({ keys }: Store, secrets: SecretChanges) =>
  Object.fromEntries(
    Object.entries(secrets).map(([field, secret]) => [
      columnOf(field as SecretField),
      secret === null ? null : seal(keys, sealContext(field), secret),
    ]),
  ) as Partial<Pick<SettingsRow, ReturnType<typeof columnOf>>>

/** A stored secret in the clear, to be used at once; `''` when there is none. Throws when the key is another. */
export function openSecret({ keys }: Store, row: SettingsRow, field: SecretField): string {
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

/** What keeps emails from going out; `since` is an ISO instant. */
export type MailStatus =
  | { kind: 'not-set-up'; emails: number }
  | { kind: 'failing'; emails: number; reason: string }
  | { kind: 'waiting'; emails: number; since: string }

/** The states of an email that has not gone. */
export const unsentStates = ['waiting', 'leased', 'dead'] as const

/** An email that takes longer than this to leave is worth a word, even when nothing has failed. */
const soon = minutes(5)

/** Whether emails go out; `null` while all is well. */
export function mailStatus(deps: Store): MailStatus | null {
  const settings = settingsRow(deps)
  const unsent = inArray(jobs.state, unsentStates)
  const late = lte(jobs.createdAt, deps.now() - (settings ? soon : 0))
  const stuck = deps.db.orm
    .select({ emails: count(), since: min(jobs.createdAt) })
    .from(jobs)
    .where(and(isEmail, unsent, or(isNotNull(jobs.lastReason), late)))
    .get()
  const emails = stuck?.emails ?? 0
  if (!settings) return { kind: 'not-set-up', emails }
  if (needsReconnect(settings)) return { kind: 'failing', emails, reason: inWords('RECONNECT') }
  if (emails === 0) return null
  const failure = lastFailure(deps)
  return failure
    ? { kind: 'failing', emails, reason: failure.reason }
    : { kind: 'waiting', emails, since: new Date(stuck?.since ?? 0).toISOString() }
}

/** The newest failure among the emails that have not gone, in words, with its ISO instant; `null` without one. */
export function lastFailure({ db }: Store): { at: string; reason: string } | null {
  const { lastFailedAt, lastReason } = jobs
  const last = db.orm
    .select({ at: lastFailedAt, reason: lastReason })
    .from(jobs)
    .where(and(isEmail, inArray(jobs.state, unsentStates), isNotNull(lastReason)))
    .orderBy(desc(lastFailedAt))
    .limit(1)
    .get()
  if (!last?.at || !last.reason) return null
  return { at: new Date(last.at).toISOString(), reason: inWords(last.reason) }
}
