import { Button, SubmitLine } from '#src/ui/fields/Button.tsx'
import { FileField, TextArea } from '#src/ui/fields/Field.tsx'
import { whereItGoes } from './check-texts.ts'
import type { Speaker } from './outcome.ts'

type Faults = { file?: string | undefined; sha256?: string | undefined }

/** The file, and for those who have only its SHA-256, a field for that. */
export function CheckForms({
  speaker,
  errors,
  sha256,
}: {
  speaker: Speaker
  errors: Faults
  /** As it was typed. */
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
