import { useEffect, useRef, useState } from 'react'
import type { Check } from '#src/domain/decisions/checks.ts'
import {
  type CheckState,
  checkStateLabels,
  checkStates,
  longestCheckNote,
} from '#src/forms/admin/checks.ts'
import { recordHref } from '#src/forms/admin/dashboard-query.ts'
import { registerLabels } from '#src/forms/integrations/registers.ts'
import { lockedTexts } from '#src/forms/requests/locked-pdf.ts'
import { acceptedFiles, chosenFault } from '#src/forms/requests/requests.ts'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { type BadgeTone, RecordCard, RecordRows, StatusBadge } from '#src/ui/record/RecordCard.tsx'
import { sizeWords } from '#src/ui/record/size-words.ts'
import { success } from '#src/ui/toasts/toast.ts'
import { Folded, PressForm, useDeskForm } from './DeskForm.tsx'
import type { DeskAction, Part, Review } from './review.ts'

type CheckField = 'check' | 'state' | 'checkNote' | 'expected' | 'files'

export const check: DeskAction = {
  right: 'annotate',
  done: success('Check recorded'),
  Card: CheckForm,
}

export const lookUp: DeskAction = {
  right: 'annotate',
  done: success('The register has answered'),
}

/** Shows the flags, and then the checks. */
export function Checks({ desk }: Part) {
  const { record, timezone, list } = desk.review
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
      {checks.length > 0 && desk.may('annotate') && <CheckForm desk={desk} />}
      {registers.map((answer) => (
        <Register key={answer.register} answer={answer} desk={desk} />
      ))}
    </RecordCard>
  )
}

type Answer = Review['record']['registers'][number]

function Register({ answer, desk: { review, may }, desk }: Part & { answer: Answer }) {
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
        <PressForm
          desk={desk}
          action="look-up"
          id={register}
          hidden={{ register }}
          about={registerLabels[register]}
          waiting="Asking..."
        >
          {at ? 'Ask Again' : 'Ask Now'}
        </PressForm>
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

function CheckForm({ desk }: Part) {
  const { record } = desk.review
  // If somebody records a check meanwhile, the next save is refused once, so that it is not overwritten unseen.
  const [seen, setSeen] = useState(newest(record))
  const latest = useRef(record)
  useEffect(() => {
    latest.current = record
  })
  async function lookAgain() {
    await desk.refresh()
    setSeen(newest(latest.current))
  }
  const form = useDeskForm<CheckField>(desk, 'check', {
    id: 'check',
    reread: lookAgain,
    async done() {
      await desk.finish()
      setSeen(newest(latest.current))
    },
  })
  const posted = form.isServed ? form.valueOf('expected') : ''
  return (
    <Folded className="no-print" summary="Record a check" mustOpen={form.isServed}>
      <Form of={form} hasFiles hidden={{ expected: String(posted || seen) }}>
        <Field
          of={form.fields.check}
          as="select"
          label="Check"
          width="line"
          choices={record.checks.map(({ name }) => [name, name] as const)}
        />
        <Field
          of={form.fields.state}
          as="select"
          label="Result"
          width="code"
          choices={[
            ['', 'Choose'],
            ...checkStates.map((state) => [state, checkStateLabels[state]] as const),
          ]}
        />
        <Field
          of={form.fields.checkNote}
          as="area"
          label="Note"
          hint="What was found, or why it is not needed. Required for a check that failed or is waived"
          maxLength={longestCheckNote}
        />
        <Field
          of={form.fields.files}
          as="file"
          label="File (optional)"
          hint="A PDF, PNG or JPEG of at most 10 MB. It replaces an earlier one"
          accept={acceptedFiles}
          judge={([file]) => (file ? chosenFault(file) : '')}
        />
        <div className="actions">
          <SubmitButton variant="outlined" waiting="Recording...">
            Record Check
          </SubmitButton>
        </div>
      </Form>
    </Folded>
  )
}

const newest = ({ checks }: Review['record']) => Math.max(0, ...checks.map(({ event }) => event))
