import { Refusal } from '#src/domain/refusal.ts'
import { lengths } from '#src/forms/fields/field-types.ts'
import {
  type FormValues,
  sameAnswer,
  sectionValues,
  valuesOf,
} from '#src/forms/registration/form-values.ts'
import { sectionNumbers } from '#src/forms/registration/sections.ts'
import { directorsAfter } from './director-rows.ts'

/** What a posted registration form asks for: to be shown again, saved, submitted, or saved with a link by email. */
type PostedStep = {
  kind: 'show-again' | 'next' | 'submit' | 'email-link'
  section: number
  values: FormValues
  /** The terms that the form showed. */
  termsVersion: string | null
}

const mostFields = 300
const sectionsOfButtons = new Map<string | null, number>([
  ['next:1', 1],
  ['next:2', 2],
  ['next:3', 3],
  ['next:4', 4],
  ['submit', 5],
])
const director = /^directors\[(\d+)\]/

/**
 * Reads a form posted without scripts; `rendered` are the answers it came with. Refuses field names that would be
 * expensive before any library sees them: a huge index of a director, too many fields, an unreadable intent.
 */
export function readPostedStep(form: URLSearchParams, rendered: FormValues): PostedStep {
  const names = [...form.keys()]
  const beyond = names.some((name) => Number(director.exec(name)?.[1] ?? 0) >= lengths.directors)
  if (names.length > mostFields || beyond)
    throw new Refusal('invalid', 'The form has too many fields')
  const step = form.get('step')
  const values = withCopiedAddresses(form, valuesOf(form))
  const directors = directorsAfter(form)
  const termsVersion = form.get('termsVersion')
  if (directors)
    return { kind: 'show-again', section: 2, values: { ...values, directors }, termsVersion }
  if (step === 'read-back') return { kind: 'show-again', section: 5, values, termsVersion }
  if (step === 'email-link')
    return { kind: 'email-link', section: openSection(form) ?? 1, values, termsVersion }
  const section = sectionsOfButtons.get(step) ?? sectionOfEnter(form, values, rendered)
  return { kind: section === 5 ? 'submit' : 'next', section, values, termsVersion }
}

/**
 * Enter posts the form's first button, and the open panel is known only to the anchor, which browsers do not send. So
 * it is the last section with a new answer, else the one that was rendered open.
 */
function sectionOfEnter(form: URLSearchParams, values: FormValues, rendered: FormValues): number {
  const changed = sectionNumbers.findLast((number) =>
    Object.entries(sectionValues(values, number)).some(
      ([name, value]) => !sameAnswer(value, rendered[name]),
    ),
  )
  const section = changed ?? openSection(form)
  if (!section) throw new Refusal('invalid', 'The form does not say which section it is in')
  return section
}

/** The section that was rendered open. */
const openSection = (form: URLSearchParams) =>
  sectionNumbers.find((number) => String(number) === form.get('section'))

/** The business address where "Same as business address" is ticked. */
function withCopiedAddresses(form: URLSearchParams, values: FormValues): FormValues {
  const { businessAddress, postCode } = values
  return {
    ...values,
    ...(form.has('sameInvoiceAddress') && {
      ...(businessAddress && { invoiceAddress: businessAddress }),
      ...(postCode && { invoicePostCode: postCode }),
    }),
    ...(form.has('sameDeliveryAddress') && {
      ...(businessAddress && { deliveryAddress: businessAddress }),
      ...(postCode && { deliveryPostCode: postCode }),
    }),
  }
}
