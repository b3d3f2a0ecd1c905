import { z } from 'zod'
import { versionedSave } from '#src/forms/company/company.ts'
import { requiredText } from '#src/forms/text-schema.ts'
import { readWebAddress } from '#src/forms/web-address.ts'

export const providerTexts = {
  issuer: 'Enter the address of your provider, such as https://login.example.com',
  secure: 'The address must begin with https://',
  parts: 'The address must have no user name, question mark or #',
  tenant:
    'This address is for all Microsoft organisations. Enter the one with your own tenant ID: https://login.microsoftonline.com/TENANT-ID/v2.0',
  clientId: 'Client ID is required',
  secret: 'Client secret is required',
  secretAgain: 'Enter the secret again, because it would go to another provider or client',
  name: 'Enter what follows "Sign in with"',
  notSaved: 'Save the settings first',
  stale:
    'These settings have been changed since you opened this page. Nothing was saved. The page now shows what is saved.',
  noEmergency:
    'Nobody could sign in while the provider is down. First make an administrator who has a password an emergency account, under Team.',
  ownFirst: 'Connect your own account first, under My account, or you could not sign in again',
} as const

const providerFaults = {
  unreachable: (name: string) =>
    `${name} did not answer. Please try again in a moment. If you have a password, you can sign in with it.`,
  unusable: (name: string) =>
    `${name} sent an answer that we could not use. An administrator can check the settings under Sign-in.`,
  refused: (name: string) =>
    `${name} did not accept our request. Please try again. If that does not help, an administrator can check the settings under Sign-in.`,
  untrusted: (name: string) =>
    `The answer from ${name} could not be trusted, so you were not signed in. Please try again.`,
  'other-tenant': (name: string) => `Your account at ${name} belongs to another organisation.`,
  cancelled: (name: string) => `${name} did not sign you in. Please try again.`,
  expired: () =>
    'That sign-in took too long, was already finished or began in another browser, or this browser keeps no cookies. Allow cookies for this site, then start again.',
  nobody: (name: string) =>
    `No account here is connected to yours at ${name}. Ask an administrator for an invitation. If you have a password, sign in with it and connect your account under My account.`,
  closed: () => 'Your account here is closed. Please ask an administrator.',
  taken: (name: string) => `Another account here is connected to yours at ${name} already.`,
  connected: () => 'This account is connected already. An administrator can disconnect it.',
  'other-person': (name: string) => `This account is connected to a different account at ${name}.`,
  'not-fresh': (name: string) =>
    `${name} did not say that you have just signed in (auth_time), so nothing was confirmed.`,
  'too-many': () =>
    'Too many sign-ins were started from your network. Please try again in 15 minutes.',
  'password-first': () => 'Please confirm your password first',
} as const satisfies Record<string, (name: string) => string>

export type ProviderFaultName = keyof typeof providerFaults

/** Returns `null` for an unknown fault. */
export const faultWords = (fault: string, name: string): string | null =>
  Object.hasOwn(providerFaults, fault) ? providerFaults[fault as ProviderFaultName](name) : null

const wellKnown = /\/\.well-known\/openid-configuration$/

/** Keeps the address exactly as the provider writes it, with or without a slash at the end. */
const issuer = requiredText(500, { error: providerTexts.issuer }).transform((text, context) => {
  const address = text.replace(wellKnown, '')
  const url = readWebAddress(address)
  const message = url ? addressFault(url, address) : providerTexts.issuer
  if (message === null) return address
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

function addressFault({ protocol, hostname }: URL, address: string): string | null {
  if (protocol === 'http:' && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname))
    return providerTexts.secure
  if (/[?#@\s]/.test(address)) return providerTexts.parts
  const isEverybody = /\/(common|organizations|consumers)(\/|$)|[{}]|%7b/i.test(address)
  return isEverybody ? providerTexts.tenant : null
}

const ticked = z.preprocess((raw) => [raw].flat().at(-1) === 'true', z.boolean())

export const providerSchema = versionedSave.extend({
  issuer,
  clientId: requiredText(200, { error: providerTexts.clientId }),
  clientSecret: z
    .string()
    .max(2000)
    .transform((text) => text.trim())
    .default(''),
  name: requiredText(40, { error: providerTexts.name }),
  countsAsTwoFactors: ticked,
  isRequired: ticked,
})

export type ProviderInput = z.infer<typeof providerSchema>

export const providerFields = {
  issuer: { label: 'Address of the provider (issuer)' },
  clientId: { label: 'Client ID' },
  clientSecret: { label: 'Client secret' },
  name: { label: 'Name on the button' },
  countsAsTwoFactors: { label: 'Its sign-in counts as two factors' },
  isRequired: { label: 'Everybody must use it' },
}
