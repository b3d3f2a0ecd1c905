import { useEffect, useRef } from 'react'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import type { ServerForm } from '#src/ui/forms/server-form.ts'

export type WordingForm = ServerForm<'subject' | 'before' | 'after'>

type EmailWordingFormProps = {
  form: WordingForm
  version: string
  placeholders: [string, string][]
  isOwn: boolean
}

export function EmailWordingForm({ form, version, placeholders, isOwn }: EmailWordingFormProps) {
  const { fields } = form
  return (
    <div className="card">
      <div className="card-head">
        <h2>Wording</h2>
        <span className="quiet">{isOwn ? 'Your own wording' : 'Standard wording'}</span>
      </div>
      <Form of={form} hidden={{ version }}>
        <Field of={fields.subject} label="Subject" width="full" autoComplete="off" />
        <Field
          of={fields.before}
          as="area"
          label="Text above the details (optional)"
          hint="A blank line begins a new paragraph."
        />
        <Field of={fields.after} as="area" label="Text below the details (optional)" />
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
        <div className="actions">
          <SubmitButton action="save" waiting="Saving...">
            Save Wording
          </SubmitButton>
          <SubmitButton variant="outlined" action="preview">
            Preview
          </SubmitButton>
          {isOwn && (
            <SubmitButton variant="ghost" action="restore">
              Back to Standard Wording
            </SubmitButton>
          )}
        </div>
      </Form>
    </div>
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
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isTyped || !address) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [isTyped, address])
  return (
    <section
      ref={box}
      className="card shown-once"
      aria-labelledby="preview"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the answer to a post begins with the result
      autoFocus={isTyped}
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
