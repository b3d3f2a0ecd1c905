import { z } from 'zod'
import type { RegisterRow } from '#db/schema/review.ts'
import type { Store } from '#src/deps.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { vatKey } from '#src/forms/fields/normalised.ts'
import type { Credentials } from './keys.ts'
import { askRegister, nameRow, optionalText, RegisterFailure, registerText } from './register.ts'

type Asked = { number: string; businessName: string }

const tokenAnswer = z.object({ access_token: z.string().regex(/^[\x21-\x7e]+$/) })

const lookUpAnswer = z.object({
  target: z.object({
    name: registerText,
    address: z
      .object({
        line1: optionalText,
        line2: optionalText,
        line3: optionalText,
        line4: optionalText,
        line5: optionalText,
        postcode: optionalText,
        countryCode: optionalText,
      })
      .optional()
      .catch(undefined),
  }),
  consultationNumber: optionalText,
})

export const isUkVatNumber = (key: string) => /^(\d{9}|\d{12})$/.test(key)

/** Returns `null` for a number that is not registered. Throws `RegisterFailure`. */
export async function askHmrc(
  deps: Store,
  credentials: Credentials,
  { number, businessName }: Asked,
  stopping?: AbortSignal,
): Promise<RegisterRow[] | null> {
  const token = await tokenFor(deps, credentials, stopping)
  const own = vatKey(companyOf(deps).vatNumber ?? '')
  const path = isUkVatNumber(own) ? `${number}/${own}` : number
  const answer = await askRegister(
    deps,
    `${deps.env.HMRC_URL}/organisations/vat/check-vat-number/lookup/${path}`,
    { headers: { accept: 'application/vnd.hmrc.2.0+json', authorization: `Bearer ${token}` } },
    stopping,
  )
  if (answer === null) return null
  const read = lookUpAnswer.safeParse(answer)
  if (!read.success) throw new RegisterFailure('unreadable')
  const { target, consultationNumber } = read.data
  const address = Object.values(target.address ?? {}).filter(Boolean)
  return [
    nameRow(target.name, businessName),
    { label: 'Address', value: address.join(', ') || 'None' },
    {
      label: 'Consultation number',
      value: consultationNumber ?? 'None, because the company’s own VAT number is not set',
    },
  ]
}

async function tokenFor(
  deps: Store,
  { clientId, secret }: Credentials,
  stopping: AbortSignal | undefined,
): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const request = { method: 'POST', headers, body: body.toString() }
  const read = tokenAnswer.safeParse(
    await askRegister(deps, `${deps.env.HMRC_URL}/oauth/token`, request, stopping),
  )
  if (!read.success) throw new RegisterFailure('unreadable')
  return read.data.access_token
}
