import { useEffect, useRef, useState } from 'react'
import type { portalOf } from '#src/domain/portal/portal.ts'
import { lockedTexts } from '#src/forms/requests/locked-pdf.ts'
import {
  attachmentLimits,
  attachmentTexts,
  chosenFault,
  longestRequest,
} from '#src/forms/requests/requests.ts'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import { useServerForm } from '#src/ui/forms/server-form.ts'
import { longTime } from '#src/ui/record/dates.ts'
import { sizeWords } from '#src/ui/record/size-words.ts'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import { tell } from '#src/ui/toasts/store.ts'
import { ChosenFiles } from './ChosenFiles.tsx'

type Question = ReturnType<typeof portalOf>['questions'][number]

/** A refused answer: `text` is the message, and `answer` is what was written. */
export type UnsentAnswer = { text: string; answer: string }

/** Shows a refused answer to a question that is not the open one. */
export function Unsent({ text, answer }: UnsentAnswer) {
  return (
    <div className="notice notice-warn" role="alert">
      <p>{text}</p>
      {answer && (
        <>
          <p>This is what you wrote:</p>
          <p className="lines">{answer}</p>
        </>
      )}
    </div>
  )
}

export function AnsweredRequests({
  questions,
  timezone,
  newest,
}: {
  questions: Question[]
  timezone: string
  /** The id of the question that has just been answered. */
  newest: number | null
}) {
  const title = useRef<HTMLHeadingElement>(null)
  const answered = questions.filter(({ answeredAt }) => answeredAt !== null)
  const isNew = answered.some(({ id }) => id === newest)
  useEffect(() => {
    if (!isNew) return
    title.current?.focus()
    title.current?.scrollIntoView()
  }, [isNew])
  if (answered.length === 0) return null
  return (
    <section className="card" aria-labelledby="answers-given">
      <h2 id="answers-given" ref={title} tabIndex={-1}>
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
  /** If the form was sent without a session, only the id is known. */
  open: Pick<Question, 'id'> & Partial<Question>
  timezone?: string
  state: FormState<'request' | 'answer'>
  onAnswered: (question: number) => Promise<void>
  /** Is called with the unsent answer if the question is no longer open. */
  onClosed: (unsent: UnsentAnswer) => void
}

/** Renders one question. Each question has a form of its own. */
export function OpenQuestion({
  application,
  open,
  timezone = 'UTC',
  state,
  onAnswered,
  onClosed,
}: OpenQuestionProps) {
  const [files, setFiles] = useState<File[]>([])
  const [refused, setRefused] = useState<ReadonlyMap<File, string>>(new Map())
  const form = useServerForm({
    id: `request-${open.id}`,
    of: state,
    failed: clientToasts.answerFailed,
    check: () => faultsOf(files, refused),
    refused({ status, message, errors }, { answer }) {
      if (status === 409) {
        tell({ ...clientToasts.answerFailed, text: message ?? '' })
        onClosed({ text: message ?? '', answer: String(answer ?? '') })
        return true
      }
      const faults = files.map((file, at): [File, string] => [file, errors[`files[${at}]`] ?? ''])
      setRefused(new Map(faults.filter(([, fault]) => fault)))
      return false
    },
    done() {
      setFiles([])
      return onAnswered(open.id)
    },
  })
  const error = form.form.allErrors.files?.[0]
  const takesFiles = open.takesFiles !== false

  function choose(chosen: File[]) {
    setFiles(chosen)
    // This removes the error of the files that were chosen before.
    if (!chosen.some((file) => faultOf(file, refused))) form.forget()
  }

  return (
    <section className="card card-open" aria-labelledby={`question-${open.id}`}>
      <h2 id={`question-${open.id}`}>
        {open.isStanding ? 'A question about your application' : 'We need more information'}
      </h2>
      {open.askedAt && (
        <p className="quiet">
          Asked on <time dateTime={open.askedAt}>{longTime(open.askedAt, timezone)}</time>
          {open.isStanding && '. Our review does not wait for your answer.'}
        </p>
      )}
      {open.text && <p className="lines">{open.text}</p>}
      <Form of={form} hasFiles hidden={{ application, request: open.id }}>
        <Field
          of={form.fields.answer}
          as="area"
          label="Your answer"
          rows={5}
          autoComplete="off"
          maxLength={longestRequest}
          hint={
            takesFiles ? 'You can leave this blank if your files answer the question.' : undefined
          }
        />
        {takesFiles && (
          <ChosenFiles
            id={`${form.id}-files`}
            files={files}
            error={error}
            faultOf={(file) => faultOf(file, refused)}
            onChoose={choose}
          />
        )}
        {error && (
          <noscript>
            <p>Please choose the files again.</p>
          </noscript>
        )}
        <div className="actions">
          <SubmitButton waiting="Sending...">Send answer</SubmitButton>
        </div>
        <noscript>
          <p className="hint">Send it before you edit your details: what is not sent is lost.</p>
        </noscript>
      </Form>
    </section>
  )
}

const faultOf = (file: File, refused: ReadonlyMap<File, string>) =>
  chosenFault(file) || refused.get(file) || ''

function faultsOf(files: File[], refused: ReadonlyMap<File, string>): Record<string, string> {
  const faults = files.map((file) => faultOf(file, refused)).filter(Boolean)
  if (files.length > attachmentLimits.files) faults.push(attachmentTexts.tooMany)
  return faults.length > 0 ? { files: `${faults.join('.\n')}.` } : {}
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
