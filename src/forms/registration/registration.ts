import { z } from 'zod'
import {
  area,
  choice,
  choices,
  day,
  email,
  image,
  lengths,
  line,
  optionalArea,
  optionalLine,
  optionalYesNo,
} from './kinds.ts'
import { previousAddressNeeded } from './previous-address.ts'
import { accountTypes, businessTypes } from './registration-choices.ts'
import { texts } from './rules.ts'

const director = z.object({
  name: optionalLine(),
  position: optionalLine(),
})

/** At least one director needs a name; blank ones are dropped (rules 70 and 71). */
export const directorList = z
  .array(director, { error: texts.noDirector })
  .max(lengths.directors, `List ${lengths.directors} directors or fewer`)

/** Everything the registration form asks, section by section, with its messages. */
export const sections = {
  1: z.object({
    accountType: choice(accountTypes, 'Please select an account type'),
    businessName: line('Business name is required'),
    businessAddress: area('Business address is required'),
    postCode: line('Post code is required'),
    telephone: line('Telephone is required'),
    fax: optionalLine(),
    mainEmail: email('Valid email is required'),
    mobile: line('Mobile number is required'),
    coRegistration: line('Company registration is required'),
    dateIncorporation: day('Date of incorporation is required'),
    vatNo: line('VAT number is required'),
    eoriNumber: line('EORI number is required'),
    businessEstablished: line('Business established date is required'),
    businessTypes: choices(businessTypes, 'At least one business type is required'),
    previousAddress: optionalArea(),
  }),
  2: z.object({
    directors: directorList.refine((list) => list.some(({ name }) => name), {
      error: texts.noDirector,
    }),
  }),
  3: z.object({
    accountsContact: line('Accounts contact is required'),
    invoiceAddress: area('Invoice address is required'),
    invoicePostCode: line('Invoice post code is required'),
    accountsTelephone: line('Accounts telephone is required'),
    accountsFax: optionalLine(),
    invoiceEmail: email('Valid invoice email is required'),
    financialEmail: email('Valid financial email is required'),
    invoiceQueriesEmail: email('Valid invoice queries email is required'),
    poMandatory: optionalYesNo(),
  }),
  4: z.object({
    buyerName: line('Buyer name is required'),
    buyerEmail: email('Valid buyer email is required'),
    buyerTelephone: line('Buyer telephone is required'),
    buyerFax: optionalLine(),
    buyerMobile: line('Buyer mobile is required'),
  }),
  5: z.object({
    siteContact: line('Site contact is required'),
    deliveryAddress: area('Delivery address is required'),
    deliveryPostCode: line('Delivery post code is required'),
    deliveryTelephone: line('Delivery telephone is required'),
    deliveryFax: optionalLine(),
    deliveryEmail: email('Valid delivery email is required'),
    deliveryMobile: line('Delivery mobile is required'),
    authSignature: image('Digital signature is required'),
    position: line('Position is required'),
    agreementDate: day('Agreement date is required'),
  }),
} as const

/** Checks one section in full; `thisYear` decides whether the previous address is asked for (rule 73). */
export function checkSection(
  section: SectionNumber,
  values: Record<string, unknown>,
  thisYear: number,
): FieldErrors {
  const checked = sections[section].safeParse(values)
  const errors = checked.success ? {} : firstErrors(checked.error)
  if (
    section === 1 &&
    !values.previousAddress &&
    previousAddressNeeded(String(values.businessEstablished ?? ''), thisYear)
  )
    errors.previousAddress = texts.previousAddress
  return errors
}

/**
 * The first message of each field, by the field's name in the form (`directors[0].name`). An item of a list of words
 * has no place of its own there: its message stands at the list.
 */
export function firstErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of error.issues) {
    const isItem = typeof path.at(-1) === 'number'
    errors[fieldName(isItem ? path.slice(0, -1) : path)] ??= message
  }
  return errors
}

const fieldName = (path: PropertyKey[]) =>
  path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`
    return name ? `${name}.${String(part)}` : String(part)
  }, '')

export type SectionNumber = keyof typeof sections
export type FieldErrors = Record<string, string>
