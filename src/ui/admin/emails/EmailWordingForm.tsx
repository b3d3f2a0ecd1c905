import type { FieldMetadata } from '@conform-to/react'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { areaOf, hiddenOf, inputOf } from '#src/ui/fields/control.ts'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'

type EmailWordingFormProps = {
  id: string
  fields: Record<'subject' | 'before' | 'after' | 'version' | 'currentPassword', FieldMetadata>
  placeholders: [string, string][]
  isOwn: boolean
  /** With what was typed, which is not saved. */
  isShownAgain: boolean
}

export function EmailWordingForm(props: EmailWordingFormProps) {
  const { id, fields, placeholders, isOwn, isShownAgain } = props
  return (
    <form
      id={id}
      className="card"
      method="post"
      noValidate
      data-in-place=""
      data-unsaved={isShownAgain ? '' : undefined}
    >
      <div className="card-head">
        <h2>Wording</h2>
        <span className="quiet">{isOwn ? 'Your own wording' : 'Standard wording'}</span>
      </div>
      <div className="fields">
        <input {...hiddenOf(fields.version)} />
        <TextField {...inputOf(fields.subject)} label="Subject" width="full" autoComplete="off" />
        <TextArea
          {...areaOf(fields.before)}
          label="Text above the details (optional)"
          hint="A blank line begins a new paragraph."
        />
        <TextArea {...areaOf(fields.after)} label="Text below the details (optional)" />
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
        <OwnPassword field={fields.currentPassword} />
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
              Back to Standard Wording
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

export type EmailPreviewProps = {
  address: string
  subject: string
  text: string
  isTyped: boolean
  warning: string | null
}

export function EmailPreview({ address, subject, text, isTyped, warning }: EmailPreviewProps) {
  return (
    <section
      className="card"
      aria-labelledby="preview"
      tabIndex={-1}
      data-shown-once={isTyped ? '' : undefined}
    >
      <div className="card-head">
        <h2 id="preview">Preview</h2>
        <span className="quiet">{isTyped ? 'Not saved yet' : 'As it is sent now'}</span>
      </div>
      {warning && <p className="notice notice-warn">{warning}</p>}
      <p>
        <span className="quiet">Subject: </span>
        <strong>{subject}</strong>
      </p>
      <iframe className="email-frame" title={`Preview: ${subject}`} src={address} sandbox="" />
      <details>
        <summary>As plain text</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <pre className="log" tabIndex={0}>
          {text}
        </pre>
      </details>
    </section>
  )
}
