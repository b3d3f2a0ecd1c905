export const emailProviders = {
  smtp: 'SMTP Server',
  sendgrid: 'SendGrid',
  oauth365: 'Microsoft 365 OAuth',
} as const

export type EmailProvider = keyof typeof emailProviders

export const secretFields = [
  'smtpPassword',
  'sendgridApiKey',
  'oauth365ClientSecret',
  'oauth365RefreshToken',
  'oauth365AccessToken',
] as const

export type SecretField = (typeof secretFields)[number]

export const neededFields: Record<EmailProvider, readonly EmailSettingsField[]> = {
  smtp: ['smtpHost', 'smtpPort', 'smtpUser', 'smtpPassword'],
  sendgrid: ['sendgridApiKey'],
  oauth365: ['oauth365ClientId', 'oauth365ClientSecret', 'oauth365TenantId'],
}

export type SettingsFieldSpec = {
  label: string
  hint?: string
  control: 'choice' | 'text' | 'number' | 'email' | 'check' | 'secret'
  provider?: EmailProvider
}

const smtp = { provider: 'smtp' } as const
const sendgrid = { provider: 'sendgrid' } as const
const oauth365 = { provider: 'oauth365' } as const

export const emailSettingsFields = {
  emailProvider: { label: 'Email provider', control: 'choice' },
  smtpHost: { label: 'SMTP host', hint: 'Such as smtp.example.com', control: 'text', ...smtp },
  smtpPort: {
    label: 'SMTP port',
    hint: '587 for STARTTLS, 465 for direct SSL',
    control: 'number',
    ...smtp,
  },
  smtpSecure: { label: 'Direct SSL (port 465)', control: 'check', ...smtp },
  smtpRequireTls: { label: 'Require STARTTLS (port 587)', control: 'check', ...smtp },
  smtpUser: { label: 'SMTP user', control: 'text', ...smtp },
  smtpPassword: { label: 'SMTP password', control: 'secret', ...smtp },
  sendgridApiKey: { label: 'SendGrid API key', control: 'secret', ...sendgrid },
  oauth365ClientId: { label: 'Client ID', control: 'text', ...oauth365 },
  oauth365ClientSecret: { label: 'Client secret', control: 'secret', ...oauth365 },
  oauth365TenantId: {
    label: 'Tenant ID',
    hint: 'The directory ID, or its domain',
    control: 'text',
    ...oauth365,
  },
  oauth365RefreshToken: {
    label: 'Refresh token',
    hint: 'Filled in when you choose Connect Microsoft 365',
    control: 'secret',
    ...oauth365,
  },
  oauth365AccessToken: { label: 'Access token', control: 'secret', ...oauth365 },
  oauth365TokenExpiry: { label: 'Access token expires', control: 'text', ...oauth365 },
  fromEmail: { label: 'From email', control: 'email' },
  fromName: { label: 'From name', control: 'text' },
  accountsNotificationEmail: {
    label: 'Accounts notification email',
    hint: 'Gets an email about each new application and each change by a customer',
    control: 'email',
  },
  attachDocuments: {
    label: 'Attach sealed documents',
    hint: 'Receipts and notices of new applications carry the signed document, decisions the countersigned one',
    control: 'check',
  },
} satisfies Record<string, SettingsFieldSpec>

export type EmailSettingsField = keyof typeof emailSettingsFields

export const emailTexts = {
  stale:
    'These settings have been changed since you opened this page. Nothing was saved. Each field says what is saved now.',
  nowSaved: (value: string) => `Now saved: ${value || 'nothing'}`,
  badProvider: 'Choose SMTP Server, SendGrid or Microsoft 365 OAuth',
  badPort: 'Port must be a number from 1 to 65535',
  badHost: 'Enter a host name such as smtp.example.com, or an IP address',
  hostAlone:
    'Enter the host name alone, such as smtp.example.com: no port, which has a field of its own, no smtp:// and no path',
  badTenant: 'A tenant ID can only have letters, digits, dots and hyphens',
  badEmail: 'Invalid email address',
  noFromName: 'From name is required',
  incomplete: 'Required fields missing for selected email provider',
  needed: (field: EmailSettingsField) =>
    `${emailSettingsFields[field].label} is required for this provider`,
  bothTls: 'This may cause connection issues',
  secretAgain: 'Enter the secret again, because where or how it is sent has changed',
  noTestEmail: 'Please enter a test email address',
  notSaved: 'Save the email settings first',
} as const

export const defaultPort = 587

export function portOf(input: string): number {
  const text = input.trim()
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : defaultPort
}
