import type { FieldMetadata } from '@conform-to/react'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button, SubmitLine } from '#src/ui/fields/Button.tsx'
import { areaOf, hiddenOf, inputOf } from '#src/ui/fields/control.ts'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

type TermsEditorProps = {
  id: string
  fields: Record<'termsText' | 'seen' | 'inForceFrom' | 'currentPassword', FieldMetadata>
  /** The first date that may be chosen. */
  today: string
  timezone: string
}

/** The next text of the terms and what can be done with it: one plain form. */
export function TermsEditor(props: TermsEditorProps) {
  const { id, fields } = props
  return (
    <form
      id={id}
      className="sections terms-editor"
      method="post"
      action="/admin/company/terms"
      noValidate
    >
      <input {...hiddenOf(fields.seen)} />
      <RecordCard id="termsNext" title="Next version">
        <p className="quiet">
          It begins with the terms in force. Nothing is saved before it is published.
        </p>
        <div className="fields">
          <TextArea
            {...areaOf(fields.termsText)}
            label="Text"
            hint="A line that begins with # and a space is a heading. Every other paragraph is a clause, and an empty line ends it. Clauses are numbered automatically."
            rows={20}
            spellCheck
            autoComplete="off"
          />
          <div className="actions">
            <Button type="submit" name="action" value="preview" formAction={shown}>
              Preview
            </Button>
            <Button type="submit" name="action" value="differences" formAction={shown}>
              Show Differences
            </Button>
          </div>
        </div>
      </RecordCard>
      <Publish {...props} />
    </form>
  )
}

const shown = '/admin/company/terms#termsResult'

function Publish({ fields, today, timezone }: TermsEditorProps) {
  return (
    <RecordCard id="termsPublish" title="Publish">
      <div className="fields">
        <p>
          A published version never changes. To correct one, publish another for the same or a later
          day. Applicants who have begun are told before they sign.
        </p>
        <TextField
          {...inputOf(fields.inForceFrom, 'date')}
          width="code"
          label="In force from"
          hint={`Today or later. The day begins at midnight, ${timezone}.`}
          min={today}
        />
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="publish">Publish Terms</SubmitLine>
      </div>
    </RecordCard>
  )
}
