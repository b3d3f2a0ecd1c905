import type { Format } from './format-warnings.ts'

export type Field = {
  type: FieldType
  options?: Readonly<Record<string, string>>
  label: string
  /** The label above the answer, for a field whose own label is a question or an instruction. */
  reading?: string
  hint?: string
  /** The error for a missing or malformed answer. A field without a message may stay empty. */
  message?: string
  optional?: true
  /** Defaults to `off`. */
  autoComplete?: string
  width?: 'phone' | 'code' | 'full'
  /** An answer in a different format gets a warning, never an error. */
  format?: Format
  portalOnly?: true
  signed?: true
}

export type FieldValue = string | string[] | boolean | null

export type FieldErrors = Record<string, string>

/** The longest answers, in characters. The limit for directors is in rows. */
export const lengths = { line: 200, area: 1000, email: 254, directors: 50 } as const

type Type = {
  max?: number
  input?: {
    type?: 'email' | 'tel' | 'date'
    inputMode?: 'email' | 'tel'
    width?: 'code' | 'phone'
    max?: string
    spellCheck?: false
    autoCapitalize?: 'characters'
  }
}

const fieldTypes = {
  line: { max: lengths.line, input: {} },
  code: {
    max: lengths.line,
    input: { width: 'code', autoCapitalize: 'characters', spellCheck: false },
  },
  tel: { max: lengths.line, input: { width: 'phone', type: 'tel', inputMode: 'tel' } },
  email: { max: lengths.email, input: { type: 'email', inputMode: 'email', spellCheck: false } },
  // without a maximum, browsers accept a year of six digits
  day: { input: { type: 'date', width: 'code', max: '9999-12-31' } },
  area: { max: lengths.area },
  choice: {},
  choices: {},
  yesNo: {},
  signature: {},
} satisfies Record<string, Type>

export type FieldType = keyof typeof fieldTypes

export const typeOf = (type: FieldType): Type => fieldTypes[type]

export const messages = {
  previousAddress: 'Previous address is required',
  noDirector: 'At least one director name is required',
  tooLong: (max: number) => `Use ${max} characters or fewer`,
  /** The message for a date that was entered but does not exist. `required` is the message for a blank date. */
  noDay: (required: string) => `${required}: this date is incomplete, or there is no such day`,
} as const
