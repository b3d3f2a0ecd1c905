import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { FileField } from '#src/ui/fields/Field.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

export type ColumnRecord = { heading: string; required: boolean; holds: string }

/** The form for a file, with what it may hold. */
export function UploadForm({
  columns,
  error,
}: {
  columns: ColumnRecord[]
  error: string | undefined
}) {
  return (
    <RecordCard wide id="upload" title="Choose a file">
      <form className="fields no-print" method="post" encType="multipart/form-data" noValidate>
        <FileField
          id="file"
          name="file"
          label="CSV file"
          hint="At most 10,000 rows and 10 MB. The first line holds the headings; commas, semicolons or tabs separate the cells."
          error={error}
          accept=".csv,text/csv"
        />
        <div className="actions">
          <Button type="submit" variant="primary">
            Check File
          </Button>
          <ButtonLink href="/admin/customers/template">Download Template</ButtonLink>
        </div>
        <p className="hint">The check changes nothing. You decide afterwards.</p>
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
