import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button.tsx'

export type FieldTexts = {
  /** Id of the control; the hint's and the error's are made from it. */
  id: string
  /** Stands above the control; an optional field's ends with "(optional)". */
  label: string
  hint?: string | undefined
  error?: string | undefined
}

/** Width of a control, which tells the length of the answer. */
type FieldWidth = 'short' | 'code' | 'phone' | 'line' | 'full'

type Own<T extends 'input' | 'textarea'> = FieldTexts & { name: string } & Omit<
    ComponentProps<T>,
    'id' | 'name' | 'className' | 'children' | 'aria-invalid' | 'aria-describedby'
  >

/** One line of text: label, hint, error, control, in that order. */
export function TextField({
  width = 'line',
  label,
  hint,
  error,
  type = 'text',
  ...input
}: Own<'input'> & { width?: FieldWidth }) {
  const texts = { id: input.id, label, hint, error }
  return (
    <FieldFrame {...texts}>
      <input {...input} {...tied(texts)} type={type} className={`input input-${width}`} />
    </FieldFrame>
  )
}

/** Several lines of text, as wide as the form unless told. */
export function TextArea({
  width,
  label,
  hint,
  error,
  rows = 3,
  ...input
}: Own<'textarea'> & { width?: FieldWidth }) {
  const texts = { id: input.id, label, hint, error }
  const className = width ? `input input-area input-${width}` : 'input input-area'
  return (
    <FieldFrame {...texts}>
      <textarea {...input} {...tied(texts)} rows={rows} className={className} />
    </FieldFrame>
  )
}

/** Files to choose, posted with their form. */
export function FileField({
  label,
  hint,
  error,
  ...input
}: FieldTexts & { name: string; accept: string; multiple?: boolean }) {
  const texts = { id: input.id, label, hint, error }
  return (
    <FieldFrame {...texts}>
      <input {...input} {...tied(texts)} type="file" />
    </FieldFrame>
  )
}

/** Label, hint and error around a control of another kind, which takes `tied(texts)` itself. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: FieldTexts & { children: ReactNode }) {
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <FieldNotes id={id} hint={hint} error={error} />
      {children}
    </div>
  )
}

/** The hint and the error, with the ids that `tied` refers to. */
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

/** Attributes that tie a control to its hint and error; `aria-invalid` only when there is one. */
export function tied({ id, hint, error }: Omit<FieldTexts, 'label'>) {
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    ...(notes && { 'aria-describedby': notes }),
    ...(error && { 'aria-invalid': true }),
  }
}

type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'className' | 'children'> & {
    width?: 'code' | 'line'
    choices: readonly (readonly [value: string, words: string])[]
  }

/** One of several, in a list that opens. */
export function SelectField({ label, hint, error, width, choices, ...select }: SelectFieldProps) {
  const texts = { id: select.id, label, hint, error }
  return (
    <FieldFrame {...texts}>
      <select {...select} {...tied(texts)} className={width ? `input input-${width}` : 'input'}>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

type PasswordFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'type' | 'className'> & {
    'data-says'?: string
    'data-same'?: string
    'data-differs'?: string
  }

/** A password field with a button that shows it, which needs a script. */
export function PasswordField({ id, label, hint, error, ...input }: PasswordFieldProps) {
  const texts = { id, label, hint, error }
  return (
    <FieldFrame {...texts}>
      <input
        {...input}
        {...tied(texts)}
        id={id}
        type="password"
        required
        className="input input-line"
      />
      <Button small hidden data-reveals={id} aria-pressed={false}>
        Show {label.toLowerCase()}
      </Button>
    </FieldFrame>
  )
}
