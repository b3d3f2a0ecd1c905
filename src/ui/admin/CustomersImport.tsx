import { type FieldMetadata, getInputProps } from '@conform-to/react'
import { counted } from '#src/forms/counted.ts'
import {
  columnHeading,
  columns,
  type ImportReport,
  isNote,
} from '#src/forms/customers/customers.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { inputOf } from '#src/ui/fields/control.ts'
import { FileField } from '#src/ui/fields/Field.tsx'
import { RecordCard, RecordRows } from '#src/ui/record/RecordCard.tsx'
import { OwnPassword } from './OwnPassword.tsx'

type UploadFormProps = {
  id: string
  fields: Record<'file' | 'invite' | 'currentPassword', FieldMetadata>
  /** The checked file stays chosen. */
  isChecked: boolean
}

export function UploadForm({ id, fields, isChecked }: UploadFormProps) {
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
          <span>Email each customer an invitation to the portal</span>
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
          here already, and goes on after a restart. The file is not kept.
        </p>
      </form>
      <details className="fields">
        <summary>Columns of the file</summary>
        <RecordRows
          rows={columns.map(({ heading, required, holds }) => ({
            label: heading,
            value: [required && 'Required', holds].filter(Boolean).join('. ') || 'Optional',
          }))}
        />
      </details>
    </RecordCard>
  )
}

const mostShown = 1000

export function Report({ report, isUnderWay }: { report: ImportReport; isUnderWay: boolean }) {
  const { fileName, rows, good, imported, faults } = report
  const notes = faults.filter(({ message }) => isNote(message)).length
  const lines = faults.slice(0, mostShown)
  return (
    <RecordCard
      wide
      id="report"
      title={fileName}
      rows={[
        { label: 'Rows', value: rows.toLocaleString('en-GB') },
        { label: 'Without a fault', value: good.toLocaleString('en-GB') },
        { label: 'Faults and notes', value: `${faults.length - notes} and ${notes}` },
        {
          label: 'Imported',
          value: imported === null ? 'Nothing yet' : counted(imported, 'customer'),
        },
      ]}
    >
      {isUnderWay && (
        <p className="fields" role="status" data-refreshes={imported}>
          The import is running. You can leave this page and come back to see how far it is.
        </p>
      )}
      {!isUnderWay && Boolean(imported) && (
        <p className="fields">
          <a href="/admin/dashboard?status=approved">Show approved clients</a>
        </p>
      )}
      {lines.length < faults.length && (
        <p className="fields">{`The first ${counted(lines.length, 'fault')} of ${faults.length.toLocaleString('en-GB')}.`}</p>
      )}
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be in reach of the keyboard
        <section className="scroller" tabIndex={0} aria-label="What is wrong, by line">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Column</th>
                <th scope="col">What is wrong</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ line, field, message }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, on the server
                <tr key={index}>
                  <td className="number">{line}</td>
                  <td>{field === null ? 'Whole row' : columnHeading(field)}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </RecordCard>
  )
}
