import type { FieldMetadata, FormMetadata, SubmissionResult } from '@conform-to/react'
import type { portalOf } from '#src/domain/portal/portal.ts'
import { lockedTexts } from '#src/forms/requests/locked-pdf.ts'
import { acceptedFiles, longestRequest } from '#src/forms/requests/requests.ts'
import { SubmitLine } from '#src/ui/fields/Button.tsx'
import { areaOf, faultsOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { FileField, TextArea } from '#src/ui/fields/Field.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { sizeWords } from '#src/ui/record/size-words.ts'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'

type Question = ReturnType<typeof portalOf>['questions'][number]

/** An answer to another question than the open one. */
export function Unsent({ error, initialValue }: SubmissionResult) {
  return (
    <div className="notice notice-warn" role="alert">
      <p>{Object.values(error ?? {}).flat()[0]}</p>
      {initialValue?.answer && (
        <>
          <p>This is what you wrote:</p>
          <p className="lines">{String(initialValue.answer)}</p>
        </>
      )}
    </div>
  )
}

export function AnsweredRequests({
  questions,
  timezone,
  isNew,
}: {
  questions: Question[]
  timezone: string
  isNew: boolean
}) {
  const answered = questions.filter(({ answeredAt }) => answeredAt !== null)
  if (answered.length === 0) return null
  return (
    <section className="card" aria-labelledby="answers-given">
      <h2 id="answers-given" {...(isNew && { tabIndex: -1, 'data-shown-once': '' })}>
        Your answers to our questions
      </h2>
      <ol className="timeline">
        {answered.map((question) => (
          <Answered key={question.id} question={question} timezone={timezone} />
        ))}
      </ol>
    </section>
  )
}

type OpenQuestionProps = {
  application: string
  open: Question
  timezone: string
  answer: [form: FormMetadata, fields: { answer: FieldMetadata<string | undefined> }]
}

export function OpenQuestion({
  application,
  open,
  timezone,
  answer: [form, fields],
}: OpenQuestionProps) {
  const filesError = form.allErrors.files?.[0]
  return (
    <section className="card card-open" aria-labelledby="question">
      <h2 id="question">We need more information</h2>
      <p className="quiet">
        Asked on <time dateTime={open.askedAt}>{longTime(open.askedAt, timezone)}</time>
      </p>
      <p className="lines">{open.text}</p>
      <form
        id={form.id}
        method="post"
        encType="multipart/form-data"
        noValidate
        data-in-place=""
        data-failed={JSON.stringify(clientToasts.answerFailed)}
        className="fields"
      >
        <ErrorSummary faults={faultsOf(form, fields.answer)} />
        <input type="hidden" name="application" value={application} />
        <input type="hidden" name="request" value={open.id} />
        <TextArea
          {...areaOf(fields.answer)}
          label="Your answer"
          rows={5}
          autoComplete="off"
          maxLength={longestRequest}
          hint="You can leave this blank if your files answer the question."
        />
        <FileField
          id={`${form.id}-files`}
          name="files"
          label="Files (optional)"
          hint="Up to five PDF, PNG or JPEG files, at most 10 MB each. You can choose more than one."
          error={filesError}
          data-errors={filesError && JSON.stringify(form.allErrors)}
          accept={acceptedFiles}
          data-locked={lockedTexts.chosen}
          data-other-kind="This is not a PDF, PNG or JPEG file"
          multiple
        />
        {filesError && (
          <noscript>
            <p>Please choose the files again.</p>
          </noscript>
        )}
        <SubmitLine waiting="Sending...">Send answer</SubmitLine>
        <noscript>
          <p className="hint">Send it before you edit your details: what is not sent is lost.</p>
        </noscript>
      </form>
    </section>
  )
}

function Answered({ question, timezone }: { question: Question; timezone: string }) {
  const { text, askedAt, answer, answeredAt, files } = question
  return (
    <li className="stack">
      <p className="hint">
        <strong>We asked</strong> <time dateTime={askedAt}>{longTime(askedAt, timezone)}</time>
      </p>
      <p className="lines">{text}</p>
      {answeredAt && (
        <p className="hint">
          <strong>You answered</strong>{' '}
          <time dateTime={answeredAt}>{longTime(answeredAt, timezone)}</time>
        </p>
      )}
      {answer && <p className="lines">{answer}</p>}
      {files.length > 0 && (
        <ul>
          {files.map(({ id, name, size, isLocked }) => (
            <li key={id}>
              <a href={`/api/client/files/${id}`}>{name}</a>
              {` (${sizeWords(size)}${isLocked ? `, ${lockedTexts.sent}` : ''})`}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
