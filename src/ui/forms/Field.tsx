import { type FieldMetadata, getInputProps } from '@conform-to/react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/fields/Button.tsx'
import { CheckboxGroup, ChoiceLine, RadioGroup } from '#src/ui/fields/ChoiceGroup.tsx'
import { FieldNotes, FileField, SelectField, TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { type FormHere, useFormHere } from './Form.tsx'

type Texts = { of: FieldMetadata; label: string; hint?: string | undefined }

type Line = Texts &
  Omit<ComponentProps<typeof TextField>, OfForm> & {
    as?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'number' | 'search'
  }
type Area = Texts & Omit<ComponentProps<typeof TextArea>, OfForm> & { as: 'area' }
type Select = Texts & Omit<ComponentProps<typeof SelectField>, OfForm> & { as: 'select' }
type Password = Texts &
  Omit<ComponentProps<'input'>, OfForm | 'width'> & {
    as: 'password'
    /** The label of the switch that shows all passwords of the form. Without it there is no switch. */
    shows?: string
  }
type File = Texts & {
  as: 'file'
  accept: string
  multiple?: boolean
  /** Judges the files as soon as they are chosen; returns '' if nothing is wrong. */
  judge?: (files: globalThis.File[]) => string
}
type Choice = { value: string; label: string; hint?: string }
type Choices = Texts & { as: 'radios' | 'boxes'; options: readonly Choice[] }
/** The label of a single box for yes or no. */
type Box = Omit<Texts, 'hint'> & { as: 'box'; hint?: string; value?: string }

type OfForm =
  | keyof Texts
  | 'id'
  | 'name'
  | 'key'
  | 'type'
  | 'error'
  | 'defaultValue'
  | 'value'
  | 'className'

type FieldProps = Line | Area | Select | Password | File | Choices | Box

/**
 * Renders a field of the surrounding form with its value, constraints, hint and error, on the server and in the
 * browser.
 */
export function Field(props: FieldProps) {
  const form = useFormHere()
  switch (props.as) {
    case 'area': {
      const { of, as: _, ...own } = props
      const { pattern: _pattern, ...parts } = partsOf(form, of)
      return <TextArea {...parts} defaultValue={textOf(form, of)} {...own} />
    }
    case 'select': {
      const { as: _, ...own } = props
      return <Choose {...own} />
    }
    case 'password': {
      const { as: _, ...own } = props
      return <PasswordLine {...own} />
    }
    case 'file': {
      const { as: _, ...own } = props
      return <Files {...own} />
    }
    case 'radios': {
      const { of, as, ...own } = props
      const { required = false, ...parts } = partsOf(form, of)
      const value = textOf(form, of)
      return <RadioGroup {...parts} required={required} defaultValue={value} {...own} />
    }
    case 'boxes': {
      const { of, as: _, ...own } = props
      const { id, name, error } = partsOf(form, of)
      return <CheckboxGroup {...{ id, name, error }} defaultValue={listOf(form, of)} {...own} />
    }
    case 'box': {
      const { of, label, hint, value = 'true' } = props
      const { id, name, error } = partsOf(form, of)
      return (
        <div className={error ? 'field field-invalid' : 'field'}>
          <FieldNotes id={id} error={error} />
          <ChoiceLine
            type="checkbox"
            id={id}
            name={name}
            option={hint ? { value, label, hint } : { value, label }}
            defaultChecked={textOf(form, of) === value}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
        </div>
      )
    }
    case 'date': {
      const { of, as, ...own } = props
      const { pattern: _, ...parts } = partsOf(form, of)
      const value = textOf(form, of)
      // Without this, Chromium accepts years of six digits.
      return <TextField {...parts} type={as} max="9999-12-31" defaultValue={value} {...own} />
    }
    default: {
      const { of, as = 'text', ...own } = props
      return <TextField {...partsOf(form, of)} type={as} defaultValue={textOf(form, of)} {...own} />
    }
  }
}

/** Returns name, id, constraints and error. The value is not conform's, which always keeps the first one. */
function partsOf(form: FormHere, of: FieldMetadata) {
  const {
    key: _key,
    defaultValue: _,
    type: __,
    ...parts
  } = getInputProps(of, {
    type: 'text',
    ariaAttributes: false,
  })
  return {
    ...parts,
    error: of.errors?.[0],
    ...(form.isWhollyWrong && { 'aria-invalid': true }),
  }
}

function textOf(form: FormHere, of: FieldMetadata): string {
  const value = form.valueOf(of.name) ?? of.initialValue
  return typeof value === 'string' ? value : ''
}

function listOf(form: FormHere, of: FieldMetadata): string[] {
  const value = form.valueOf(of.name) ?? of.initialValue ?? []
  return (Array.isArray(value) ? value : [value]).map(String)
}

/** A select accepts another first value only if it is created again, and then loses its choice. */
function Choose({ of, ...own }: Omit<Select, 'as'>) {
  const form = useFormHere()
  const select = useRef<HTMLSelectElement>(null)
  const value = textOf(form, of)
  const [first, setFirst] = useState(value)
  useEffect(() => {
    if (select.current?.value === first) setFirst(value)
  }, [value, first])
  // A select does not have the constraints of a text.
  const { id, name, required, error } = partsOf(form, of)
  return (
    <SelectField
      key={first}
      ref={select}
      {...{ id, name, required, error }}
      defaultValue={first}
      {...own}
    />
  )
}

function PasswordLine({ of, label, hint, shows, ...own }: Omit<Password, 'as'>) {
  const form = useFormHere()
  const isAwake = useAwake()
  const parts = partsOf(form, of)
  return (
    <TextField
      autoComplete="current-password"
      {...parts}
      {...own}
      label={label}
      hint={hint}
      type={form.showsPasswords ? 'text' : 'password'}
      after={
        shows && (
          <Button
            small
            hidden={!isAwake}
            aria-pressed={form.showsPasswords}
            onClick={form.switchPasswords}
          >
            {shows}
          </Button>
        )
      }
    />
  )
}

/** Tells whether the scripts run. Until then, whatever needs them is hidden. */
function useAwake(): boolean {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  return isAwake
}

function Files({ of, judge, ...own }: Omit<File, 'as'>) {
  const form = useFormHere()
  const [fault, setFault] = useState('')
  const { id, name, error } = partsOf(form, of)
  return (
    <FileField
      {...{ id, name }}
      {...own}
      error={fault || error}
      onChange={(event) => {
        const text = judge?.([...(event.currentTarget.files ?? [])]) ?? ''
        event.currentTarget.setCustomValidity(text)
        setFault(text)
      }}
    />
  )
}
