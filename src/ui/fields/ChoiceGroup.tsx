import { FieldNotes, type FieldTexts, tied } from './Field.tsx'

export type Choice = { value: string; label: string; hint?: string }

type GroupProps = FieldTexts & { name: string; options: readonly Choice[] }

/** One of a few: a fieldset whose first radio has the group's id, so a link from the error summary lands on it. */
export function RadioGroup({
  name,
  options,
  required = false,
  defaultValue,
  ...texts
}: GroupProps & { required?: boolean; defaultValue?: string | undefined }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML allows it, and only a radiogroup can be invalid
    <fieldset role="radiogroup" className={groupClass(texts)} {...tied(texts)}>
      <GroupHeading {...texts} />
      <div className="choices">
        {options.map((option, at) => (
          <ChoiceLine
            key={option.value}
            id={idOf(texts.id, at)}
            type="radio"
            name={name}
            option={option}
            required={required}
            defaultChecked={option.value === defaultValue}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Any of several. No box carries `required`, which would demand every one of them. */
export function CheckboxGroup({
  name,
  options,
  defaultValue = [],
  ...texts
}: GroupProps & { defaultValue?: readonly string[] | undefined }) {
  return (
    <fieldset className={groupClass(texts)} {...describedBy(texts)}>
      <GroupHeading {...texts} />
      <div className="choices">
        {options.map((option, at) => (
          <ChoiceLine
            key={option.value}
            id={idOf(texts.id, at)}
            type="checkbox"
            name={name}
            option={option}
            invalid={Boolean(texts.error)}
            defaultChecked={defaultValue.includes(option.value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

type LineProps = {
  id: string
  type: 'radio' | 'checkbox'
  name: string
  option: Choice
  defaultChecked: boolean
  required?: boolean
  invalid?: boolean
}

function ChoiceLine({ option, invalid = false, ...input }: LineProps) {
  const hintId = `${input.id}-hint`
  return (
    <label className="choice">
      <input
        {...input}
        value={option.value}
        {...(invalid && { 'aria-invalid': true })}
        {...(option.hint && { 'aria-describedby': hintId })}
      />
      <span>{option.label}</span>
      {option.hint && (
        <span className="hint" id={hintId}>
          {option.hint}
        </span>
      )}
    </label>
  )
}

function GroupHeading({ id, label, hint, error }: FieldTexts) {
  return (
    <>
      <legend>{label}</legend>
      <FieldNotes id={id} hint={hint} error={error} />
    </>
  )
}

const groupClass = ({ error }: FieldTexts) => (error ? 'field field-invalid' : 'field')

/** `aria-invalid` belongs to the boxes, not to their group. */
function describedBy(texts: FieldTexts) {
  const { 'aria-invalid': _, ...rest } = tied(texts)
  return rest
}

const idOf = (id: string, at: number) => (at === 0 ? id : `${id}-${at + 1}`)
