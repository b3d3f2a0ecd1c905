import type { ComponentProps } from 'react'
import { FieldNotes, type FieldTexts, tied } from './Field.tsx'

type Choice = { value: string; label: string; hint?: string }

type GroupProps = FieldTexts & { name: string; options: readonly Choice[] }

/** Renders radio buttons. The first one has the group's id, so that a link of the error summary leads to it. */
export function RadioGroup({
  required = false,
  defaultValue,
  ...group
}: GroupProps & { required?: boolean; defaultValue?: string | undefined }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML allows it, and only a radiogroup can be invalid
    <fieldset role="radiogroup" className={groupClass(group)} {...tied(group)}>
      <Choices {...group} input={{ type: 'radio', required }} ticked={[defaultValue]} />
    </fieldset>
  )
}

/** Renders boxes. None has `required`, which would demand that every one is ticked. */
export function CheckboxGroup({
  defaultValue = [],
  ...group
}: GroupProps & { defaultValue?: readonly string[] | undefined }) {
  // The boxes have `aria-invalid`, not their group.
  const { 'aria-invalid': invalid, ...described } = tied(group)
  return (
    <fieldset className={groupClass(group)} {...described}>
      <Choices
        {...group}
        input={{ type: 'checkbox', 'aria-invalid': invalid }}
        ticked={defaultValue}
      />
    </fieldset>
  )
}

type ChoicesProps = GroupProps & {
  input: ComponentProps<'input'>
  ticked: readonly (string | undefined)[]
}

function Choices({ id, name, label, hint, error, options, input, ticked }: ChoicesProps) {
  return (
    <>
      <legend>{label}</legend>
      <FieldNotes id={id} hint={hint} error={error} />
      <div className="choices">
        {options.map((option, at) => (
          <ChoiceLine
            key={option.value}
            {...input}
            id={at === 0 ? id : `${id}-${at + 1}`}
            name={name}
            option={option}
            defaultChecked={ticked.includes(option.value)}
          />
        ))}
      </div>
    </>
  )
}

export function ChoiceLine({ option, ...input }: ComponentProps<'input'> & { option: Choice }) {
  const { value, label, hint } = option
  const hintId = `${input.id}-hint`
  return (
    <label className="choice">
      <input aria-describedby={hint ? hintId : undefined} {...input} value={value} />
      <span>{label}</span>
      {hint && (
        <span className="hint" id={hintId}>
          {hint}
        </span>
      )}
    </label>
  )
}

const groupClass = ({ error }: FieldTexts) => (error ? 'field field-invalid' : 'field')
