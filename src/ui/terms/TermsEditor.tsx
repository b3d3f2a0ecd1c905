import type { FieldMetadata } from '@conform-to/react'
import { counted } from '#src/forms/counted.ts'
import {
  type NumberedPart,
  type TermsListing,
  type TermsState,
  termsHref,
} from '#src/forms/terms/terms-parts.ts'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { areaOf, hiddenOf, inputOf } from '#src/ui/fields/control.ts'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'
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
  id: string
  /** With what was typed, which nobody has published. */
  isShownAgain: boolean
  fields: Record<'termsText' | 'expected' | 'inForceFrom' | 'currentPassword', FieldMetadata>
  today: string
  timezone: string
}

export function TermsEditor(props: TermsEditorProps) {
  const { id, fields, isShownAgain } = props
  return (
    <form
      id={id}
      className="sections terms-editor"
      method="post"
      action="/admin/company/terms"
      noValidate
      data-in-place=""
      data-unsaved={isShownAgain ? '' : undefined}
    >
      <input {...hiddenOf(fields.expected)} />
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
            <Button type="submit" name="action" value="preview" formAction={resultPath}>
              Preview
            </Button>
          </div>
        </div>
      </RecordCard>
      <Publish {...props} />
    </form>
  )
}

const resultPath = '/admin/company/terms#termsResult'

function Publish({ fields, today, timezone }: TermsEditorProps) {
  return (
    <RecordCard id="termsPublish" title="Publish">
      <div className="fields">
        <p>
          A published version never changes. To correct one, publish another for the same or a later
          day. Applicants who have begun are told before they sign. You see the text as customers
          will read it before anything is published.
        </p>
        <TextField
          {...inputOf(fields.inForceFrom, 'date')}
          width="code"
          label="In force from"
          hint={`Today or later. The day begins at midnight, ${timezone}.`}
          min={today}
        />
        <OwnPassword field={fields.currentPassword} />
        <div className="actions">
          <Button
            type="submit"
            variant="primary"
            name="action"
            value="publish"
            formAction={resultPath}
          >
            Publish Terms
          </Button>
        </div>
      </div>
    </RecordCard>
  )
}

export type TermsResultProps = { parts: NumberedPart[]; publication?: Publication }

/** `before` is the version that these terms follow; `preview` names the text that was shown, so that no other is published. */
type Publication = { inForceFrom: string; drafts: number; before: string; preview: string }

export function TermsResult(props: TermsResultProps & { id: string; timezone: string }) {
  return (
    <div id="termsResult" className="sections" tabIndex={-1} data-shown-once="">
      {props.publication && <AskFirst {...props} {...props.publication} />}
      <RecordCard id="termsPreview" title="Preview">
        <div className="terms">
          <TermsText parts={props.parts} />
        </div>
      </RecordCard>
    </div>
  )
}

type AskFirstProps = Publication & { id: string; timezone: string }

function AskFirst({ id, timezone, inForceFrom, drafts, before, preview }: AskFirstProps) {
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
        <input type="hidden" name="preview" value={preview} form={id} />
        <Button type="submit" variant="primary" name="action" value="publish" form={id}>
          Publish Now
        </Button>
        <ButtonLink href="#terms">Change the Text</ButtonLink>
      </div>
    </RecordCard>
  )
}
