import { useEffect, useRef } from 'react'
import { counted } from '#src/forms/counted.ts'
import {
  type NumberedPart,
  type TermsListing,
  type TermsState,
  termsHref,
} from '#src/forms/terms/terms-parts.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import type { ServerForm } from '#src/ui/forms/server-form.ts'
import { longDay, longTime } from '#src/ui/record/dates.ts'
import { type BadgeTone, RecordCard, StatusBadge } from '#src/ui/record/RecordCard.tsx'
import { TermsText } from './TermsText.tsx'

const badges: Record<TermsState, { tone: BadgeTone; label: string }> = {
  'in-force': { tone: 'good', label: 'In force' },
  coming: { tone: 'waiting', label: 'Coming' },
  earlier: { tone: 'quiet', label: 'Earlier' },
  void: { tone: 'quiet', label: 'Never in force' },
}

export function TermsVersions({
  versions,
  timezone,
}: {
  versions: TermsListing[]
  timezone: string
}) {
  return (
    <RecordCard id="termsVersions" title="Versions">
      <ul className="sessions">
        {versions.toReversed().map((terms) => (
          <li key={terms.version}>
            <div>
              <a href={termsHref(terms.version)}>Version {terms.version}</a>
              <p className="quiet">{datesOf(terms, timezone)}</p>
            </div>
            <StatusBadge {...badges[terms.state]} />
          </li>
        ))}
      </ul>
    </RecordCard>
  )
}

function datesOf(terms: TermsListing, timezone: string) {
  const { state, inForceFrom, publishedAt, publishedBy } = terms
  if (inForceFrom === null || publishedAt === null) return 'The built-in terms.'
  const begins = state === 'void' ? 'Was to be in force from' : 'In force from'
  const time = longTime(new Date(publishedAt).toISOString(), timezone)
  return `${begins} ${longDay(inForceFrom, timezone)}. Published ${time} by ${publishedBy}.`
}

type TermsEditorProps = {
  form: ServerForm<'termsText' | 'inForceFrom'>
  expected: string
  result: TermsResultProps | null
  today: string
  timezone: string
}

/** Renders one form for the text, its preview and its publication, which needs a second press. */
export function TermsEditor({ form, expected, result, today, timezone }: TermsEditorProps) {
  const { fields } = form
  return (
    <Form of={form} hidden={{ expected }} className="sections terms-editor" autoComplete="off">
      <RecordCard id="termsNext" title="Next version">
        <p className="quiet">
          It begins with the terms in force. Your changes are not saved until you publish.
        </p>
        <div className="fields">
          <Field
            of={fields.termsText}
            as="area"
            label="Text"
            hint="A line that begins with # and a space is a heading. Every other paragraph is a clause, and an empty line ends it. Clauses are numbered automatically."
            rows={20}
            spellCheck
          />
          <div className="actions">
            <SubmitButton variant="outlined" action="preview">
              Preview
            </SubmitButton>
          </div>
        </div>
      </RecordCard>
      <RecordCard id="termsPublish" title="Publish">
        <div className="fields">
          <p>
            A published version never changes. To correct one, publish another for the same or a
            later day. Applicants who have begun are told before they sign. You see the text as
            customers will read it before anything is published.
          </p>
          <Field
            of={fields.inForceFrom}
            as="date"
            width="code"
            label="In force from"
            hint={`Today or later. The day begins at midnight, ${timezone}.`}
            min={today}
            max="9999-12-31"
          />
          <div className="actions">
            <SubmitButton action="publish" waiting="Publishing...">
              Publish Terms
            </SubmitButton>
          </div>
        </div>
      </RecordCard>
      {result && <TermsResult {...result} timezone={timezone} />}
    </Form>
  )
}

export type TermsResultProps = { parts: NumberedPart[]; publication?: Publication }

/**
 * `before` is the version that these terms follow. `preview` names the text that was shown, so that no other text is
 * published.
 */
type Publication = { inForceFrom: string; drafts: number; before: string; preview: string }

function TermsResult(props: TermsResultProps & { timezone: string }) {
  const { parts, publication, timezone } = props
  const box = useRef<HTMLDivElement>(null)
  const shown = JSON.stringify([parts, publication])
  useEffect(() => {
    if (!shown) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView()
  }, [shown])
  return (
    <div
      ref={box}
      id="termsResult"
      className="sections shown-once"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the answer to a post begins with the result
      autoFocus
    >
      {publication && <AskFirst timezone={timezone} {...publication} />}
      <RecordCard id="termsPreview" title="Preview">
        <div className="terms">
          <TermsText parts={parts} />
        </div>
      </RecordCard>
    </div>
  )
}

type AskFirstProps = Publication & { timezone: string }

function AskFirst({ timezone, inForceFrom, drafts, before, preview }: AskFirstProps) {
  return (
    <RecordCard id="termsConfirm" title="Publish these terms?">
      <p>
        {`They will be in force from ${longDay(inForceFrom, timezone)} and cannot be changed then. The preview below shows them as customers will read them. ${
          drafts === 0
            ? 'No application is unfinished.'
            : `${counted(drafts, 'application is', 'applications are')} unfinished: the applicants are told before they sign.`
        }`}
      </p>
      <p>
        <a href={termsHref(before)} target="_blank" rel="noopener">
          {`Read version ${before}, which they follow (opens in new tab)`}
        </a>
      </p>
      <div className="actions">
        <input type="hidden" name="preview" value={preview} />
        <SubmitButton action="publish" waiting="Publishing...">
          Publish Now
        </SubmitButton>
        <ButtonLink href="#terms">Change the Text</ButtonLink>
      </div>
    </RecordCard>
  )
}
