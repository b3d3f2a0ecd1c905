import { type FieldMetadata, type SubmissionResult, useForm } from '@conform-to/react'
import { createContext, type ReactNode, use } from 'react'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { OwnPasswordField } from '#src/ui/forms/OwnPasswordField.tsx'

/** The provider whose sign-in replaces the password. */
export const ConfirmsWith = createContext<string | null>(null)

export function OwnPassword({ field }: { field: FieldMetadata }) {
  const provider = use(ConfirmsWith)
  return field.errors ? <OwnPasswordField field={field} provider={provider} /> : null
}

type Props = {
  /** Tells the forms of a page apart, if several name the same entry. */
  id?: string
  /** The name and value of the field that identifies the entry. */
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
    <PostForm id={form.id} className="stack no-print">
      <input type="hidden" name={name} value={value} />
      <OwnPassword field={fields.currentPassword} />
      <div className="actions">{children}</div>
    </PostForm>
  )
}
