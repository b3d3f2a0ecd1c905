import type { FieldMetadata } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import type { AdminRecord } from '#src/domain/review/record.ts'
import { cardLabel, changedValues, readEdit, recordCards } from '#src/forms/admin/record-cards.ts'
import { lengths, typeOf } from '#src/forms/fields/field.ts'
import { type FieldName, fields as fieldTable } from '#src/forms/fields/fields.ts'
import { areaOf, faultsOf, inputOf, selectOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { SelectField, TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { SignInAgain } from '#src/ui/sign-in/SignInAgain.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { type RefusedPost, readAgain, useReviewForm } from './review/decision.tsx'

export type Props = {
  application: Pick<AdminRecord, 'id' | 'version'>
  /** The record's values as the form holds them. */
  values: Record<string, string>
  /** Read only. */
  businessTypes: string
  refused: RefusedPost | null
}

/** The cards of the record to edit in place; only what was changed is sent. */
export default function EditRecord({ application, values, businessTypes, refused }: Props) {
  const base = useRef(values)
  const edit = useReviewForm<Record<string, string>>('edit', application, {
    refused,
    constraint: {},
    defaultValue: values,
    async onSend(typed) {
      const body = changedValues(base.current, readEdit(typed))
      if (Object.keys(body).length === 0) return document.getElementById('edit-record')?.click()
      const { updateFailed } = adminToasts
      const { answer } = await edit.patch({ path: '', body, failed: updateFailed, blank: false })
      if (!answer) return
      await readAgain('save')
      document.getElementById('edit-record')?.focus()
    },
  })
  const { form, fields, failure, isSending } = edit
  const faults = faultsOf(form)

  // the record was read again: what nobody has touched here shows what somebody else has saved
  useEffect(() => {
    const before = base.current
    base.current = values
    const element = document.getElementById('edit') as HTMLFormElement
    for (const [name, value] of Object.entries(values)) {
      const control = element.elements.namedItem(name)
      if (control && 'value' in control && control.value === before[name]) control.value = value
    }
  }, [values])

  // the button stands in the head of the page
  useEffect(() => {
    const button = document.querySelector<HTMLButtonElement>('button[form=edit]')
    if (!button) return
    button.ariaDisabled = isSending ? 'true' : null
    button.textContent = isSending ? 'Saving...' : 'Save Changes'
  }, [isSending])

  const summary = Object.keys(faults).join()
  useEffect(() => {
    if (summary) document.getElementById('error-summary')?.focus()
  }, [summary])

  return (
    <form id="edit" method="post" noValidate onSubmit={form.onSubmit} className="sections">
      <ErrorSummary faults={faults} />
      {failure?.isEnded && (
        <div className="notice notice-bad" role="alert">
          <SignInAgain href="/admin" button="Save Changes" />
        </div>
      )}
      <input type="hidden" name="action" value="save" />
      <input type="hidden" name="version" value={application.version} />
      <div className="cards-flow">
        {recordCards.map(({ title, fields: names }, at) => (
          <RecordCard key={title} id={title.toLowerCase().replace(/ /g, '-')} title={title}>
            <div className="fields">
              {names.map((name) =>
                name === 'businessTypes' ? (
                  <p key={name}>
                    <span className="label">{cardLabel(name)}</span>
                    <br />
                    {businessTypes}
                  </p>
                ) : (
                  <CardField
                    key={name}
                    name={name}
                    field={fields[name] as FieldMetadata}
                    autoFocus={at === 0 && name === names[0] && !summary}
                  />
                ),
              )}
            </div>
          </RecordCard>
        ))}
      </div>
    </form>
  )
}

function CardField({
  name,
  field,
  autoFocus,
}: {
  name: FieldName
  field: FieldMetadata
  autoFocus: boolean
}) {
  const { type, width } = fieldTable[name]
  const { max = lengths.line, input } = typeOf(type)
  const label = cardLabel(name)
  if (type === 'yesNo')
    return <SelectField {...selectOf(field)} label={label} width="code" choices={yesNo} />
  if (type === 'choice')
    return <SelectField {...selectOf(field)} label={label} width="code" choices={accounts} />
  const limits = { label, autoFocus, maxLength: max, autoComplete: 'off' }
  if (!input) return <TextArea {...areaOf(field)} {...limits} />
  return (
    <TextField
      {...inputOf(field, input.type ?? 'text')}
      {...limits}
      width={width ?? input.width ?? 'line'}
    />
  )
}

const yesNo = [
  ['', 'Not answered'],
  ['yes', 'Yes'],
  ['no', 'No'],
] as const
const accounts = [
  ['credit', 'Credit'],
  ['cash', 'Cash'],
] as const
