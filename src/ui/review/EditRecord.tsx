import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { recordHref } from '#src/forms/admin/dashboard-query.ts'
import {
  cardLabel,
  changedValues,
  editValues,
  readEdit,
  recordCards,
} from '#src/forms/admin/record-cards.ts'
import { counted } from '#src/forms/counted.ts'
import { lengths, typeOf } from '#src/forms/fields/field.ts'
import { type FieldName, fieldNames, fields as fieldTable } from '#src/forms/fields/fields.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import { patch } from '#src/ui/forms/send.ts'
import type { ServerForm } from '#src/ui/forms/server-form.ts'
import { RecordCard, readValue } from '#src/ui/record/RecordCard.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { KeptList, useDeskForm } from './DeskForm.tsx'
import { Overview, Signed } from './RecordCards.tsx'
import type { DeskAction, Part, Review } from './review.ts'

export const save: DeskAction = { right: 'amend', done: adminToasts.updated, Card: EditAgain }

type Record = Review['record']

/** Renders the cards with their fields. Only changed values are sent. */
export function EditRecord({ desk }: Part) {
  const { record, timezone, forms, list } = desk.review
  // If somebody saves meanwhile, the next save is refused once, so that it is not overwritten unseen.
  const [base, setBase] = useState(record)
  const [holder, setHolder] = useState(desk.review.holder)
  const latest = useRef(record)
  useEffect(() => {
    latest.current = record
  })
  const changesIn = (data: FormData) => Object.keys(changedValues(base, readEdit(data))).length
  const form = useDeskForm<FieldName, Record>(desk, 'save', {
    id: 'edit',
    of: {
      ...(forms.save as FormState<FieldName>),
      values: editValues(base) as FormState['values'],
    },
    // Only changed values are sent, so stored values are not checked again.
    isCheckedByServer: true,
    isWorthSending(data) {
      const isChanged = changesIn(data) > 0
      if (!isChanged) desk.edit(false)
      return isChanged
    },
    send: patch(`/api/applications/${record.id}`, base.version),
    body: (_, data) => changedValues(base, readEdit(data)),
    failed: adminToasts.updateFailed,
    success: adminToasts.updated,
    refused: (refusal) => setHolder(refusal.holder ?? null),
    async done() {
      desk.edit(false)
      await desk.finish()
    },
    async reread() {
      await desk.refresh()
      flushSync(() => setBase(latest.current))
    },
  })
  const state = form.form.value
  // conform leaves out blank answers.
  const typed = recordCards
    .flatMap(({ fields: names }) => names)
    .map((name): [string, string] => [name, String(state?.[name] ?? '')])
  const changes = Object.keys(changedValues(base, readEdit(typed))).length
  return (
    <div className="sections">
      <EditBar desk={desk} form={form} changes={changes} />
      <Form of={form} className="sections" labels={labels} hidden={{ version: base.version }}>
        {holder && (
          <a href={recordHref(holder, list)}>Open the application that has this address</a>
        )}
        <div className="cards-flow">
          <EditCards form={form}>
            <p>
              <span className="label">{cardLabel('businessTypes')}</span>
              <br />
              {readValue('businessTypes', record.businessTypes, timezone)}
            </p>
          </EditCards>
          <Overview desk={desk} />
          <Signed review={desk.review} />
        </div>
      </Form>
    </div>
  )
}

type CardsProps = {
  form: ServerForm<FieldName>
  /** The types of business, which are shown and not edited. */
  children?: ReactNode
}

const EditCards = ({ form, children }: CardsProps) =>
  recordCards.map(({ title, fields: names }, at) => (
    <RecordCard key={title} id={title.toLowerCase().replace(/ /g, '-')} title={title}>
      <div className="fields">
        {names.map((name) =>
          name === 'businessTypes' ? (
            <Fragment key={name}>{children}</Fragment>
          ) : (
            <CardField
              key={name}
              name={name}
              form={form}
              autoFocus={at === 0 && name === names[0] && !form.isServed}
            />
          ),
        )}
      </div>
    </RecordCard>
  ))

/** Renders only the fields, for a form that was sent without a session. */
function EditAgain({ desk }: Part) {
  const form = useDeskForm<FieldName>(desk, 'save', { id: 'edit' })
  return (
    <Form
      of={form}
      className="sections"
      labels={labels}
      hidden={{ version: desk.review.record.version }}
    >
      <div className="cards-flow">
        <EditCards form={form} />
      </div>
      <div className="actions">
        <SubmitButton waiting="Saving...">Save Changes</SubmitButton>
      </div>
    </Form>
  )
}

const labels = Object.fromEntries(fieldNames.map((name) => [name, cardLabel(name)]))

type EditBarProps = Part & { form: ServerForm; changes: number }

/** Renders the buttons at the foot of the screen. Save without a change does the same as Cancel. */
function EditBar({ desk, form, changes }: EditBarProps) {
  return (
    <form method="get" className="actions edit-bar no-print">
      <KeptList review={desk.review} />
      <Button
        type="submit"
        onClick={(event) => {
          event.preventDefault()
          desk.edit(false)
        }}
      >
        Cancel
      </Button>
      <SubmitButton of={form} waiting="Saving...">
        Save Changes
      </SubmitButton>
      <span className="quiet" id="edit-count" role="status">
        {changes > 0 && counted(changes, 'change')}
      </span>
    </form>
  )
}

type CardFieldProps = { name: FieldName; form: ServerForm<FieldName>; autoFocus: boolean }

function CardField({ name, form, autoFocus }: CardFieldProps) {
  const { type, width } = fieldTable[name]
  const { max = lengths.line, input } = typeOf(type)
  const of = form.fields[name]
  const label = cardLabel(name)
  if (type === 'yesNo')
    return <Field of={of} as="select" label={label} width="code" choices={yesNo} />
  if (type === 'choice')
    return <Field of={of} as="select" label={label} width="code" choices={accounts} />
  const limits = { label, autoFocus, maxLength: max, autoComplete: 'off', required: false }
  if (!input) return <Field of={of} as="area" {...limits} />
  return (
    <Field of={of} as={input.type ?? 'text'} {...limits} width={width ?? input.width ?? 'line'} />
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
