import type { EmailProvider, SecretField } from '#src/forms/email-settings/email-settings-fields.ts'

/** The settings as the call returns them: of a secret only whether it is set (rule 190). */
export type EmailSettingsRecord = Record<SecretField, ''> & {
  emailProvider: EmailProvider
  smtpHost: string
  smtpPort: number
  smtpSecure: boolean
  smtpRequireTls: boolean
  smtpUser: string
  oauth365ClientId: string
  oauth365TenantId: string
  oauth365TokenExpiry: string
  oauth365ConnectedAs: string
  oauth365ReconnectNeeded: boolean
  fromEmail: string
  fromName: string
  accountsNotificationEmail: string
  attachDocuments: boolean
  configured: Record<SecretField, boolean>
  /** False until they have been saved once: emails wait until then. */
  saved: boolean
  version: number
}

/** The state of outgoing emails (rules 116 and 171). */
export type OutboxRecord = {
  waiting: number
  sent: number
  sentIsMinimum: boolean
  failed: number
  /** False while nothing is sent at all. */
  sending: boolean
  lastFailure: { at: string; reason: string } | null
  /** Those that failed, or are tried again. */
  emails: {
    id: number
    kind: string
    application: string | null
    state: 'waiting' | 'dead'
    attempts: number
    reason: string
    at: string
  }[]
}
