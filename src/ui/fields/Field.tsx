import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button.tsx'

export type FieldTexts = {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
}

/** Tells the length of the answer. */
type FieldWidth = 'short' | 'code' | 'phone' | 'line' | 'full'

type Own<T extends 'input' | 'textarea'> = FieldTexts & { name: string } & Omit<
    ComponentProps<T>,
    'id' | 'name' | 'className' | 'children' | 'aria-invalid' | 'aria-describedby'
  >

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

/** Around a control of another kind, which takes `tied(texts)` itself. */
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

type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'className' | 'children'> & {
    width?: 'code' | 'line'
    choices: readonly (readonly [value: string, words: string])[]
  }

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
