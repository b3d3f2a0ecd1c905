import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { SubmitLine } from '#src/ui/fields/SubmitLine.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

export type TermsEditorProps = {
  text: string
  /** Names what the page showed: a save over another text is refused. */
  seen: string
  inForceFrom: string
  /** The first date that may be chosen. */
  today: string
  timezone: string
  /** When and by whom the draft was saved; `null` while there is none. */
  saved: string | null
  errors: Record<string, string>
  /** The admin's password was given too long ago. */
  asksPassword: boolean
}

/** The draft of the terms and what can be done with it: one plain form. */
export function TermsEditor(props: TermsEditorProps) {
  const { text, seen, saved, errors } = props
  return (
    <form className="sections terms-editor" method="post" action="/admin/company/terms" noValidate>
      <input type="hidden" name="seen" value={seen} />
      <RecordCard id="termsDraft" title="Draft">
        <p className="quiet">
          {saved ?? 'There is no draft yet. It begins with the terms in force.'}
        </p>
        <div className="fields">
          <TextArea
            id="termsText"
            name="termsText"
            label="Text"
            hint="A line that begins with # and a space is a heading. Every other paragraph is a clause, and an empty line ends it. Clauses are numbered automatically."
            error={errors.termsText}
            defaultValue={text}
            rows={20}
            spellCheck
            autoComplete="off"
          />
          <div className="actions">
            <Button type="submit" variant="primary" name="action" value="save">
              Save Draft
            </Button>
            <Button type="submit" name="action" value="preview" formAction={shown}>
              Preview
            </Button>
            <Button type="submit" name="action" value="differences" formAction={shown}>
              Show Differences
            </Button>
            {saved && (
              <Button type="submit" variant="ghost" name="action" value="restart">
                Start again from the terms in force
              </Button>
            )}
          </div>
        </div>
      </RecordCard>
      <Publish {...props} />
    </form>
  )
}

const shown = '/admin/company/terms#termsResult'

function Publish({ inForceFrom, today, timezone, errors, asksPassword }: TermsEditorProps) {
  return (
    <RecordCard id="termsPublish" title="Publish">
      <div className="fields">
        <p>
          A published version never changes. Until its day it can be withdrawn; to correct one
          later, publish another for the same or a later day. Applicants who have begun are told
          before they sign.
        </p>
        <TextField
          id="inForceFrom"
          name="inForceFrom"
          type="date"
          width="code"
          label="In force from"
          hint={`Today or later. The day begins at midnight, ${timezone}.`}
          min={today}
          defaultValue={inForceFrom}
          error={errors.inForceFrom}
        />
        {asksPassword && <OwnPassword needed="Needed to publish," error={errors.currentPassword} />}
        <SubmitLine action="publish">Publish Terms</SubmitLine>
      </div>
    </RecordCard>
  )
}
