import { z } from 'zod'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'
import { lengths, messages } from '#src/forms/fields/field.ts'
import { readText } from '#src/forms/text.ts'
import {
  cleanedText,
  emailAddress,
  emailText,
  requiredText,
  rowNumber,
} from '#src/forms/text-schema.ts'
import { readHost } from '#src/forms/web-address.ts'
import { type EmailProvider, emailProviders, emailTexts, portOf } from './email-settings-fields.ts'

function asText(raw: unknown) {
  if (raw === null) return ''
  return typeof raw === 'number' ? String(raw) : raw
}

const line = (max: number = lengths.line) =>
  z.preprocess(asText, cleanedText(max, { error: 'must be text' }).optional())

const matching = (pattern: RegExp, message: string) =>
  z.preprocess(
    asText,
    cleanedText(253, { error: message, tooLong: message })
      .refine((text) => text === '' || pattern.test(text), message)
      .optional(),
  )

const host = z.preprocess(
  asText,
  cleanedText(253, { error: emailTexts.badHost, tooLong: emailTexts.badHost })
    .refine((text) => !isMoreThanHost(text), { error: emailTexts.hostAlone, abort: true })
    .transform((text, context) => {
      if (text === '' || isIpv6(text)) return text
      const host = readHost(text)
      if (host === null) context.addIssue({ code: 'custom', message: emailTexts.badHost })
      // DNS knows names in other scripts by their xn-- form
      return host?.includes('xn--') ? host : text
    })
    .optional(),
)

/** Returns whether the text contains a port, a scheme, a user or a path. */
const isMoreThanHost = (text: string) => /[/\\@]|[^:]:[^:]*$/.test(text) && !isIpv6(text)

const isIpv6 = (text: string) => z.ipv6().safeParse(text.replace(/^\[(.*)\]$/, '$1')).success

const secret = z.preprocess(
  (raw) => (typeof raw === 'number' ? String(raw) : raw),
  z
    .string({ error: 'must be text' })
    .max(8192, messages.tooLong(8192))
    .transform((text) => text.trim() || undefined)
    .nullish(),
)

/** A page posts 'false' before the value of a ticked box. */
const flag = z.preprocess((raw) => {
  const last = Array.isArray(raw) ? raw.at(-1) : raw
  if (last === undefined) return last
  return ['true', 'yes', 'on', '1'].includes(shortText(last).toLowerCase())
}, z.boolean().optional())

const port = z.preprocess(
  (raw) => (raw === undefined ? raw : portOf(shortText(raw))),
  z
    .int({ error: emailTexts.badPort })
    .min(1, emailTexts.badPort)
    .max(65535, emailTexts.badPort)
    .optional(),
)

/** Anything but a text becomes '', because turning a deeply nested list into text would throw. */
const shortText = (raw: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof raw) ? (readText(String(raw), 20) ?? '') : ''

const address = emailText(emailTexts.badEmail)

const providers = Object.keys(emailProviders) as [EmailProvider, ...EmailProvider[]]

export const emailSettingsSchema = ownPassword.extend({
  version: z.coerce.number().int().min(0).nullable().catch(null).default(null),
  emailProvider: z.preprocess(
    (raw) => raw || 'smtp',
    z.enum(providers, { error: emailTexts.badProvider }),
  ),
  smtpHost: host,
  smtpPort: port,
  smtpSecure: flag,
  smtpRequireTls: flag,
  smtpUser: line(lengths.email),
  smtpPassword: secret,
  sendgridApiKey: secret,
  oauth365ClientId: line(),
  oauth365ClientSecret: secret,
  oauth365TenantId: matching(/^[a-z0-9.-]+$/i, emailTexts.badTenant),
  oauth365RefreshToken: secret,
  oauth365AccessToken: secret,
  oauth365TokenExpiry: line(),
  fromEmail: address,
  fromName: requiredText(100, { error: emailTexts.noFromName }),
  accountsNotificationEmail: address,
  attachDocuments: flag,
})

export type EmailSettingsInput = z.infer<typeof emailSettingsSchema>

export const testEmailSchema = z.object({
  testEmail: requiredText(lengths.email, {
    error: emailTexts.noTestEmail,
    tooLong: emailTexts.badEmail,
  }).pipe(emailAddress(emailTexts.badEmail)),
})

export const queuedEmail = z.object({ email: rowNumber('Which email?') })
