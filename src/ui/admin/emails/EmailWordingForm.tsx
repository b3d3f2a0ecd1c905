import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'

export type EmailWordingFormProps = {
  words: { subject: string; before: string; after: string }
  /** Each placeholder of this email, and what it stands for. */
  placeholders: [string, string][]
  isOwn: boolean
  /** The version that the words belong to: a save over another one is refused. */
  version: number
  errors: Record<string, string>
  /** The admin's password was given too long ago. */
  asksPassword: boolean
}

/** The words around the facts of one email: one plain form. */
export function EmailWordingForm({
  words,
  placeholders,
  isOwn,
  version,
  errors,
  asksPassword,
}: EmailWordingFormProps) {
  return (
    <form className="card" method="post" noValidate>
      <div className="card-head">
        <h2>Wording</h2>
        <span className="quiet">{isOwn ? 'Your own words' : 'Original words'}</span>
      </div>
      <div className="fields">
        <input type="hidden" name="version" value={version} />
        <TextField
          id="subject"
          name="subject"
          label="Subject"
          width="full"
          autoComplete="off"
          required
          defaultValue={words.subject}
          error={errors.subject}
        />
        <TextArea
          id="before"
          name="before"
          label="Before the facts (optional)"
          hint="A blank line begins a new paragraph."
          defaultValue={words.before}
          error={errors.before}
        />
        <TextArea
          id="after"
          name="after"
          label="After the facts (optional)"
          defaultValue={words.after}
          error={errors.after}
        />
        <details>
          <summary>Placeholders</summary>
          <dl className="record">
            {placeholders.map(([name, meaning]) => (
              <div key={name}>
                <dt>
                  <code>{`{${name}}`}</code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </details>
        {asksPassword && <OwnPassword needed="Needed to save," error={errors.currentPassword} />}
        <div className="actions">
          <Button type="submit" variant="primary" name="action" value="save">
            Save Wording
          </Button>
          <Button
            type="submit"
            variant="outlined"
            name="action"
            value="preview"
            formAction="#preview"
          >
            Preview
          </Button>
          {isOwn && (
            <Button type="submit" variant="ghost" name="action" value="restore">
              Back to the original
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
