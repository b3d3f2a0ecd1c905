import { type FieldMetadata, type SubmissionResult, useForm } from '@conform-to/react'
import { createContext, type ReactNode, use } from 'react'
import { inputOf } from '#src/ui/fields/control.ts'
import { TextField, Username } from '#src/ui/fields/Field.tsx'

/** Whose sign-in confirms in the place of a password. */
export const ConfirmsWith = createContext<string | null>(null)

/** Shown once a form was refused for a stale password. */
export function OwnPassword({ field }: { field: FieldMetadata }) {
  const provider = use(ConfirmsWith)
  if (!field.errors) return null
  return (
    <>
      {provider && (
        <p>
          You have no password here?{' '}
          <a href="/api/admin/sign-in?for=confirm" target="_blank" rel="noopener">
            {`Confirm with ${provider}`}
          </a>{' '}
          (opens a new tab), then come back and press the same button.
        </p>
      )}
      <Username />
      <TextField
        {...inputOf(field, 'password')}
        label="Your own password"
        autoComplete="current-password"
        data-own-password=""
      />
    </>
  )
}

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
