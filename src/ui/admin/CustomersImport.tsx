import { counted } from '#src/forms/counted.ts'
import {
  columnHeading,
  columns,
  type ImportReport,
  importLimits,
  importTexts,
  isNote,
} from '#src/forms/customers/customers.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import type { ServerForm } from '#src/ui/forms/server-form.ts'
import { RecordCard, RecordRows } from '#src/ui/record/RecordCard.tsx'

export type UploadForm = ServerForm<'file' | 'invite' | 'currentPassword'>

type UploadCardProps = {
  form: UploadForm
  /** Whether the file has just been checked. */
  isChecked: boolean
}

export function UploadCard({ form, isChecked }: UploadCardProps) {
  const { fields } = form
  return (
    <RecordCard wide id="upload" title="Choose a file">
      <Form of={form} hasFiles>
        <Field
          of={fields.file}
          as="file"
          label="CSV file"
          hint="At most 10,000 rows and 10 MB. The first line has the headings. Commas, semicolons or tabs separate the cells."
          accept=".csv,text/csv"
          judge={faultOf}
        />
        <Field
          of={fields.invite}
          as="box"
          value="yes"
          label="Email each customer an invitation to the portal"
        />
        <div className="actions">
          <SubmitButton
            variant={isChecked ? 'outlined' : 'primary'}
            action="check"
            waiting="Checking..."
          >
            Check File
          </SubmitButton>
          <SubmitButton
            variant={isChecked ? 'primary' : 'outlined'}
            action="import"
            waiting="Importing..."
          >
            Import Customers
          </SubmitButton>
          <ButtonLink href="/admin/customers/template">Download Template</ButtonLink>
        </div>
        <p className="hint">
          The check changes nothing. The import leaves out lines with a fault and customers that are
          here already, and goes on after a restart. The file is not kept.
        </p>
      </Form>
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

const faultOf = (files: File[]) =>
  files.some(({ size }) => size > importLimits.bytes) ? importTexts.tooLarge : ''

// drawing more would hold up other requests
const mostShown = 300

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
        <div className="fields">
          <p role="status">
            The import is running. You can leave this page and come back to see how far it is.
          </p>
          <div className="actions">
            <ButtonLink small href="/admin/customers">
              Refresh
            </ButtonLink>
          </div>
        </div>
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls
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
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one report never move
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
