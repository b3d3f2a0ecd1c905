import type { Check } from '#src/domain/review/checks.ts'
import {
  type CheckState,
  checkStateLabels,
  checkStates,
  longestCheckNote,
} from '#src/forms/admin/checks.ts'
import { recordHref } from '#src/forms/admin/dashboard-query.ts'
import { registerLabels } from '#src/forms/integrations/registers.ts'
import { lockedTexts } from '#src/forms/requests/locked-pdf.ts'
import { acceptedFiles } from '#src/forms/requests/requests.ts'
import { ActionButton, Button } from '#src/ui/fields/Button.tsx'
import { areaOf, hiddenOf, selectOf } from '#src/ui/fields/control.ts'
import { FileField, SelectField, TextArea } from '#src/ui/fields/Field.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { type BadgeTone, RecordCard, RecordRows, StatusBadge } from '#src/ui/record/RecordCard.tsx'
import { sizeWords } from '#src/ui/record/size-words.ts'
import type { FormPart, Part, Review } from './review.ts'

type CheckField = 'check' | 'state' | 'checkNote' | 'expected'

/** What looks odd by itself, then what somebody has to look into. */
export function Checks({ form, ...part }: FormPart<CheckField>) {
  const { record, timezone, list } = part.review
  const { flags, checks, registers, status } = record
  if (flags.length + checks.length + registers.length === 0) return null
  const isDecided = status === 'approved' || status === 'rejected'
  const oddities = (
    <ul className="flags">
      {flags.map(({ text, other }) => (
        <li key={`${text} ${other}`}>
          {other ? <a href={recordHref(other, list)}>{text}</a> : text}
        </li>
      ))}
    </ul>
  )
  return (
    <RecordCard
      id="checks"
      title="Checks"
      wide
      rows={checks.map((check) => ({
        label: check.name,
        value: <Result {...{ check, timezone }} application={record.id} />,
      }))}
      lead={
        flags.length > 0 &&
        (isDecided ? (
          <details>
            <summary>{`Things that look odd (${flags.length})`}</summary>
            {oddities}
          </details>
        ) : (
          <div className="notice notice-warn">{oddities}</div>
        ))
      }
    >
      {checks.length > 0 && part.may('annotate') && <CheckForm form={form} {...part} />}
      {registers.map((answer) => (
        <Register key={answer.register} answer={answer} {...part} />
      ))}
    </RecordCard>
  )
}

type Answer = Review['record']['registers'][number]

function Register({ answer, review, may }: Part & { answer: Answer }) {
  const { register, isSet, at, rows } = answer
  return (
    <section className="sections-tight" aria-labelledby={register}>
      <h3 id={register}>{registerLabels[register]}</h3>
      <p className="quiet">
        {at ? (
          <>
            Asked on <time dateTime={at}>{longTime(at, review.timezone)}</time>
          </>
        ) : (
          'No answer yet'
        )}
      </p>
      <RecordRows
        rows={rows.map(({ label, value, isOdd }) => ({
          label,
          value: isOdd ? <Odd value={value} /> : value,
        }))}
      />
      {isSet && may('annotate') && (
        <form method="post" className="no-print" data-in-place="">
          <input type="hidden" name="register" value={register} />
          <ActionButton name="look-up" about={registerLabels[register]}>
            {at ? 'Ask Again' : 'Ask Now'}
          </ActionButton>
        </form>
      )}
    </section>
  )
}

const Odd = ({ value }: { value: string }) => (
  <span className="head-facts">
    <StatusBadge tone="waiting" label="Worth a look" /> {value}
  </span>
)

const tones: Record<CheckState, BadgeTone> = {
  open: 'open',
  passed: 'good',
  failed: 'bad',
  waived: 'quiet',
}

type ResultProps = { check: Check; application: string; timezone: string }

function Result({ check, application, timezone }: ResultProps) {
  const { state, note, by, at, file, isBeforeEdit } = check
  return (
    <div>
      <p className="head-facts">
        <StatusBadge tone={tones[state]} label={checkStateLabels[state]} />
        {at && (
          <span className="quiet">
            {by}, <time dateTime={at}>{longTime(at, timezone)}</time>
          </span>
        )}
      </p>
      {isBeforeEdit && <p>The application was edited since.</p>}
      {note && <p className="lines">{note}</p>}
      {file && (
        <p className="no-print">
          <a href={`/api/applications/${application}/attachments/${file.id}`} download>
            {file.name}
          </a>{' '}
          <span className="quiet">
            {`${sizeWords(file.size)}${file.isLocked ? `, ${lockedTexts.sent}` : ''}`}
          </span>
        </p>
      )}
    </div>
  )
}

function CheckForm({ review, form: [form, fields] }: FormPart<CheckField>) {
  const filesError = form.allErrors.files?.[0]
  return (
    <details className="no-print" open={form.status === 'error'}>
      <summary>Record a check</summary>
      <form
        id={form.id}
        method="post"
        encType="multipart/form-data"
        className="fields"
        noValidate
        data-in-place=""
      >
        <input
          {...hiddenOf(fields.expected)}
          value={String(fields.expected.initialValue ?? newest(review))}
        />
        <SelectField
          {...selectOf(fields.check)}
          label="Check"
          width="line"
          choices={review.record.checks.map(({ name }) => [name, name] as const)}
        />
        <SelectField
          {...selectOf(fields.state)}
          label="Result"
          width="code"
          choices={[
            ['', 'Choose'],
            ...checkStates.map((state) => [state, checkStateLabels[state]] as const),
          ]}
        />
        <TextArea
          {...areaOf(fields.checkNote)}
          label="Note"
          hint="What was found, or why it is not needed. Needed for a check that failed or is waived"
          maxLength={longestCheckNote}
        />
        <FileField
          id={`${form.id}-files`}
          name="files"
          label="File (optional)"
          hint="A PDF, PNG or JPEG of at most 10 MB. It replaces an earlier one"
          error={filesError}
          accept={acceptedFiles}
        />
        <div className="actions">
          <Button type="submit" name="action" value="check">
            Record Check
          </Button>
        </div>
      </form>
    </details>
  )
}

const newest = ({ record }: Review) => Math.max(0, ...record.checks.map(({ event }) => event))
