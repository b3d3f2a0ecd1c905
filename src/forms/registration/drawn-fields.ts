import { accountLabels } from '#src/forms/admin/account-labels.ts'
import { canBeDoubted } from './doubts.ts'
import { type FieldName, fieldNames } from './field-names.ts'
import { accountTypes, businessTypes, sectionNumbers } from './registration-choices.ts'
import { type FieldDrawing, fieldDrawings, labelOf } from './registration-fields.ts'
import type { Rules } from './rules.ts'

/** A field as the form draws it: attributes of its control, so that no table of texts goes to the browser as code. */
export type DrawnField = { label: string; hint?: string } & (
  | { control: 'radios' | 'boxes'; options: { value: string; label: string }[]; required: boolean }
  | { control: 'line' | 'area'; attributes: Attributes; doubtful: boolean }
)
export type DrawnFields = Record<FieldName, DrawnField>

type Attributes = {
  autoComplete: string
  required: boolean
  type?: 'email' | 'tel' | 'date'
  inputMode?: 'email' | 'tel'
  width?: 'short' | 'code' | 'phone' | 'line'
  maxLength?: number
  spellCheck?: boolean
  autoCapitalize?: 'characters'
}

/** Every field of the form, drawn by the one table, and required and limited as `rules` say. */
export function drawnFields(rules: Rules): DrawnFields {
  const names = sectionNumbers.flatMap(fieldNames)
  const drawn = names.map((name) => [name, drawnField(name, fieldDrawings[name], rules)])
  return Object.fromEntries(drawn) as DrawnFields
}

function drawnField(name: FieldName, drawing: FieldDrawing, rules: Rules): DrawnField {
  const { message, max } = rules[name] ?? {}
  const texts = { label: labelOf(drawing), ...(drawing.hint && { hint: drawing.hint }) }
  const required = Boolean(message)
  const options = optionsOf(drawing)
  if (options)
    return {
      ...texts,
      control: drawing.control === 'types' ? 'boxes' : 'radios',
      options,
      required,
    }
  const attributes = {
    autoComplete: drawing.autoComplete ?? 'off',
    required,
    ...(max && { maxLength: max }),
    ...(drawing.control !== 'area' && lineAttributes(drawing)),
  }
  const control = drawing.control === 'area' ? 'area' : 'line'
  return { ...texts, control, attributes, doubtful: canBeDoubted(name) }
}

function lineAttributes({ control, capitals, width = 'line' }: FieldDrawing): Partial<Attributes> {
  if (control === 'email') return { type: 'email', inputMode: 'email', spellCheck: false }
  if (control === 'day') return { type: 'date', width: 'code' }
  return {
    width: width === 'number' ? 'short' : width,
    ...(control === 'tel' && { type: 'tel', inputMode: 'tel' }),
    ...(capitals && { autoCapitalize: 'characters', spellCheck: false }),
  }
}

function optionsOf({ control }: FieldDrawing) {
  if (control === 'types') return businessTypes.map((type) => ({ value: type, label: type }))
  if (control === 'accountType')
    return accountTypes.map((type) => ({ value: type, label: accountLabels[type] }))
  if (control !== 'yesNo') return null
  return [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ]
}
