import { type ComponentProps, createContext, type ReactNode, use } from 'react'

export type FieldTexts = {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
}

type FieldWidth = 'short' | 'code' | 'phone' | 'line' | 'full'

type Own<T extends 'input' | 'textarea'> = FieldTexts & { name: string } & Omit<
    ComponentProps<T>,
    'id' | 'name' | 'className' | 'children' | 'aria-invalid' | 'aria-describedby'
  >

type TextFieldProps = Own<'input'> & { width?: FieldWidth; after?: ReactNode | undefined }

export const TextField = ({ width = 'line', type = 'text', after, ...field }: TextFieldProps) =>
  framed(field, (input) => (
    <>
      <input {...input} type={type} className={`input input-${width}`} />
      {after}
    </>
  ))

export const TextArea = ({
  width,
  rows = 3,
  ...field
}: Own<'textarea'> & { width?: FieldWidth }) => {
  const className = width ? `input input-area input-${width}` : 'input input-area'
  return framed(field, (area) => <textarea {...area} rows={rows} className={className} />)
}

export const FileField = ({
  after,
  ...field
}: FieldTexts & {
  after?: ReactNode
  name: string
  accept: string
  multiple?: boolean
  onChange?: ComponentProps<'input'>['onChange']
  ref?: ComponentProps<'input'>['ref']
}) =>
  framed(field, (input) => (
    <>
      <input {...input} type="file" />
      {after}
    </>
  ))

type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'className' | 'children'> & {
    width?: 'code' | 'line'
    choices: readonly (readonly [value: string, words: string])[]
  }

export const SelectField = ({ width, choices, ...field }: SelectFieldProps) =>
  framed(field, (select) => (
    <select {...select} className={width ? `input input-${width}` : 'input'}>
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  ))

function framed<Props extends FieldTexts>(
  { label, hint, error, ...control }: Props,
  draw: (control: Omit<Props, 'label' | 'hint' | 'error'> & ReturnType<typeof tied>) => ReactNode,
) {
  const { id } = control as { id: string }
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <FieldNotes id={id} hint={hint} error={error} />
      {draw({ ...control, ...tied({ id, hint, error }) })}
    </div>
  )
}

export function FieldNotes({ id, hint, error }: Omit<FieldTexts, 'label'>) {
  return (
    <>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <span className="visually-hidden">Error: </span>
          {error}
        </p>
      )}
    </>
  )
}

export function tied({ id, hint, error }: Omit<FieldTexts, 'label'>) {
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    ...(notes && { 'aria-describedby': notes }),
    ...(error && { 'aria-invalid': true }),
  }
}

/** The user name or address of the reader's session; empty if there is none. */
export const SignedInAs = createContext('')

/** Names the account to password managers, in each form with a password. */
export function Username({ of }: { of?: string }) {
  const reader = use(SignedInAs)
  return <input type="text" autoComplete="username" defaultValue={of ?? reader} hidden readOnly />
}
