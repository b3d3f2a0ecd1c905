import { type FieldMetadata, type SubmissionResult, useForm } from '@conform-to/react'
import type { ReactNode } from 'react'
import { inputOf } from '#src/ui/fields/control.ts'
import { TextField, Username } from '#src/ui/fields/Field.tsx'

/** Shown once a form was refused for a stale password. With scripts the dialog of `AdminPage` asks instead. */
export const OwnPassword = ({ field }: { field: FieldMetadata }) =>
  field.errors ? (
    <>
      <Username />
      <TextField
        {...inputOf(field, 'password')}
        label="Your own password"
        autoComplete="current-password"
        data-own-password=""
      />
    </>
  ) : null

type Props = {
  /** Where several forms of a page name the same entry. */
  id?: string
  /** The name and value of the field that names the entry. */
  of: readonly [name: string, value: string | number]
  lastResult: SubmissionResult | undefined
  children: ReactNode
}

export function RowForm({ of: [name, value], id, lastResult, children }: Props) {
  const isRefused = lastResult?.initialValue?.[name] === String(value)
  const [form, fields] = useForm<{ currentPassword: string }>({
    id: id ?? `${name}-${value}-form`,
    lastResult: isRefused ? lastResult : undefined,
  })
  return (
    <form id={form.id} method="post" className="stack no-print">
      <input type="hidden" name={name} value={value} />
      <OwnPassword field={fields.currentPassword} />
      <div className="actions">{children}</div>
    </form>
  )
}
