/** The longest texts, in characters, and the longest list of directors. */
export const lengths = { line: 200, area: 1000, email: 254, directors: 50 } as const

type Type = {
  max?: number
  /** Attributes of the input that it is typed in. */
  input?: {
    type?: 'email' | 'tel' | 'date'
    inputMode?: 'email' | 'tel'
    width?: 'code' | 'phone'
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
  day: { input: { type: 'date', width: 'code' } },
  area: { max: lengths.area },
  choice: {},
  choices: {},
  yesNo: {},
  signature: {},
} satisfies Record<string, Type>

export type FieldType = keyof typeof fieldTypes

export const typeOf = (type: FieldType): Type => fieldTypes[type]
