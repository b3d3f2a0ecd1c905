import { answers } from '../../support/app/application-answers.ts'

/** Every name that some call or form of ours reads. */
export const registrationNames: readonly string[] = [
  ...Object.values(answers).flatMap((section) => Object.keys(section)),
  ...['1', '2', '3', '4', '5', 'directors', 'currentSection', 'completionPercentage', 'status'],
  ...['typedName', 'specialInstructions', 'sameInvoiceAddress', 'section', '__intent__'],
  ...['accountsName', 'accountsEmail', 'accountsTel', 'buyerTel', 'version', 'submittedAt'],
  ...[
    'email',
    'password',
    'confirmPassword',
    'token',
    'username',
    'code',
    'customerCode',
    'reason',
  ],
  ...['currentPassword', 'newPassword', 'signature', 'text', 'testEmail', 'id', 'action'],
  ...['emailProvider', 'smtpHost', 'smtpPort', 'smtpUser', 'smtpPassword', 'smtpSecure'],
  ...['sendgridApiKey', 'oauth365ClientId', 'oauth365TenantId', 'fromEmail', 'fromName'],
  ...['accountsNotificationEmail', 'oauth365ClientSecret', 'oauth365RefreshToken'],
]
