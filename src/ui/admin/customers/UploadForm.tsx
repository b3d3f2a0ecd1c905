import { type FieldMetadata, getInputProps } from '@conform-to/react'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { inputOf } from '#src/ui/fields/control.ts'
import { FileField } from '#src/ui/fields/Field.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

export type ColumnRecord = { heading: string; required: boolean; holds: string }

type UploadFormProps = {
  id: string
  fields: Record<'file' | 'invite' | 'currentPassword', FieldMetadata>
  columns: ColumnRecord[]
  /** A file was checked and not imported yet: it stays chosen. */
  isChecked: boolean
}

/** The form for a file, with what it may hold. */
export function UploadForm({ id, fields, columns, isChecked }: UploadFormProps) {
  return (
    <RecordCard wide id="upload" title="Choose a file">
      <form
        id={id}
        className="fields no-print"
        method="post"
        encType="multipart/form-data"
        noValidate
        data-in-place=""
        data-keeps-files={isChecked ? '' : undefined}
      >
        <FileField
          {...inputOf(fields.file, 'file')}
          label="CSV file"
          hint="At most 10,000 rows and 10 MB. The first line holds the headings; commas, semicolons or tabs separate the cells."
          accept=".csv,text/csv"
        />
        <label className="choice">
          <input {...getInputProps(fields.invite, { type: 'checkbox', value: 'yes' })} />
          <span>
            Email each customer an invitation to the client portal, two customers a second
          </span>
        </label>
        <OwnPassword field={fields.currentPassword} />
        <div className="actions">
          <Button
            type="submit"
            variant={isChecked ? 'outlined' : 'primary'}
            name="action"
            value="check"
          >
            Check File
          </Button>
          <Button
            type="submit"
            variant={isChecked ? 'primary' : 'outlined'}
            name="action"
            value="import"
          >
            Import Customers
          </Button>
          <ButtonLink href="/admin/customers/template">Download Template</ButtonLink>
        </div>
        <p className="hint">
          The check changes nothing. The import leaves out lines with a fault and customers that are
          here already. The file is not kept.
        </p>
      </form>
      <details className="fields">
        <summary>Columns of the file</summary>
        <dl className="record">
          {columns.map(({ heading, required, holds }) => (
            <div key={heading}>
              <dt>{heading}</dt>
              <dd>{[required && 'Required', holds].filter(Boolean).join('. ') || 'Optional'}</dd>
            </div>
          ))}
        </dl>
      </details>
    </RecordCard>
  )
}
