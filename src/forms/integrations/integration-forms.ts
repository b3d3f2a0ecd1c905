import { z } from 'zod'
import { ownPassword } from '#src/forms/admin/admin-forms.ts'
import { versionedSave } from '#src/forms/company/company.ts'
import { listOf, requiredText, rowNumber } from '#src/forms/text-schema.ts'
import { readWebAddress } from '#src/forms/web-address.ts'
import { integrationTexts, type WebhookEvent, webhookEventNames } from './integration-texts.ts'

const address = requiredText(500, {
  error: integrationTexts.address,
  tooLong: integrationTexts.addressTooLong,
}).transform((text, context) => {
  const url = readWebAddress(text)
  const message = url ? partsMessage(url) : integrationTexts.address
  if (url && !message) return url.href
  context.addIssue({ code: 'custom', message: message ?? integrationTexts.address })
  return z.NEVER
})

const partsMessage = ({ username, password, hash }: URL) =>
  username || password || hash ? integrationTexts.addressParts : null

export const endpointSchema = ownPassword.extend({
  address,
  events: listOf(
    z
      .array(z.string())
      .transform((names) => webhookEventNames.filter((name) => names.includes(name)))
      .refine((names: WebhookEvent[]) => names.length > 0, integrationTexts.events),
  ),
})

const id = z.string({ error: integrationTexts.noEndpoint }).max(40, integrationTexts.noEndpoint)

export const endpointId = z.object({ id })

export const secretChange = versionedSave.extend({ id })

export const endpointChange = endpointSchema.extend(secretChange.shape)

export const apiKeySchema = ownPassword.extend({
  name: requiredText(60, { error: integrationTexts.keyName }),
})

const number = rowNumber(integrationTexts.noKey)

export const apiKeyId = z.object({ key: number })

export const queuedEvent = z.object({ event: number })
