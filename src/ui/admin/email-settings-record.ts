/** The settings as the call returns them (rule 190). */
export type EmailSettingsRecord = {
  emailProvider: 'smtp' | 'sendgrid' | 'oauth365'
  smtpHost: string
  smtpPort: number
  smtpSecure: boolean
  smtpRequireTls: boolean
  smtpUser: string
  smtpPassword: ''
  sendgridApiKey: ''
  oauth365ClientId: string
  oauth365ClientSecret: ''
  oauth365TenantId: string
  oauth365RefreshToken: ''
  oauth365AccessToken: ''
  oauth365TokenExpiry: string
  oauth365ConnectedAs: string
  oauth365ReconnectNeeded: boolean
  fromEmail: string
  fromName: string
  accountsNotificationEmail: string
  attachDocuments: boolean
  configured: Record<
    | 'smtpPassword'
    | 'sendgridApiKey'
    | 'oauth365ClientSecret'
    | 'oauth365RefreshToken'
    | 'oauth365AccessToken',
    boolean
  >
  /** False until they have been saved once: emails wait until then. */
  saved: boolean
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
