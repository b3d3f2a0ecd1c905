import type { FieldType } from './field-types.ts'
import type { Format } from './format-warnings.ts'

/**
 * A field of an application. Checks, the registration form, the portal, the admin's cards, the change history and the
 * PDF are derived from this.
 */
export type Field = {
  type: FieldType
  /** The labels of a choice, by the stored value. */
  options?: Readonly<Record<string, string>>
  label: string
  /** The label beside the answer, when `label` is a question or an instruction. */
  reading?: string
  /** The label on the admin's card, when it is neither of these. */
  cardLabel?: string
  hint?: string
  /** The error when it is missing or malformed. Without one the field may stay empty. */
  message?: string
  /** Adds "(optional)" to the label. */
  optional?: true
  /** `off` when missing. */
  autoComplete?: string
  width?: 'short'
  /** Another format gives a warning, never an error (rule 14). */
  format?: Format
  /** Its name in the portal's API, when that is not the column's. */
  portalName?: string
  /** Asked in the portal, not in the registration form. */
  portalOnly?: true
  /** Part of the signature: nobody edits it after signing. */
  signed?: true
  /** The admin's card that it stands on, and its position there. */
  card?: readonly [CardTitle, number]
}

export type CardTitle =
  | 'Business Information'
  | 'Contact Information'
  | 'Accounts Information'
  | 'Buyer Information'
  | 'Delivery Information'

export type FieldValue = string | string[] | boolean | null

export type FieldErrors = Record<string, string>
