import { Button, SubmitLine } from '#src/ui/fields/Button.tsx'
import { FileField, TextArea } from '#src/ui/fields/Field.tsx'
import { type Outcome, type Speaker, whereItGoes } from './outcome.ts'

type Faults = { file?: string | undefined; sha256?: string | undefined }

export function CheckForms({
  speaker,
  errors,
  sha256,
}: {
  speaker: Speaker
  errors: Faults
  sha256: string
}) {
  return (
    <>
      <form
        id="check"
        className="drop"
        method="post"
        action="/verify"
        encType="multipart/form-data"
        data-company={speaker.company}
        data-timezone={speaker.timezone}
      >
        <FileField
          id="file"
          name="file"
          label="PDF document"
          hint={whereItGoes.sent}
          error={errors.file}
          accept=".pdf,application/pdf"
        />
        <SubmitLine>Check Document</SubmitLine>
        <p id="progress" role="status" className="hint" />
      </form>
      <details open={Boolean(sha256 || errors.sha256)}>
        <summary>Check a SHA-256 instead</summary>
        <form className="fields" method="get" action="/verify">
          <TextArea
            id="sha256"
            name="sha256"
            label="SHA-256 of the document"
            hint="64 characters, 0 to 9 and A to F. Spaces between them are fine."
            rows={2}
            spellCheck={false}
            autoComplete="off"
            defaultValue={sha256}
            error={errors.sha256}
          />
          <div className="actions">
            <Button type="submit">Check SHA-256</Button>
          </div>
        </form>
      </details>
    </>
  )
}

/** `islands/verify.ts` fills a copy of it. */
export function OutcomeCard({ tone, heading, lead, facts, notes }: Outcome) {
  return (
    <section className="outcome" data-tone={tone}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path className="if-issued" d="m6.5 12.5 4 4 7.5-8.5" />
        <path className="if-not" d="M12 6.5v7m0 3.5v.1" />
      </svg>
      <h2 tabIndex={-1}>{heading}</h2>
      <p>{lead}</p>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** One of each part, for the script to copy. */
export const blankOutcome: Outcome = {
  tone: 'failed',
  heading: 'Result',
  lead: 'Result',
  facts: [['SHA-256', '-']],
  notes: ['-'],
}
