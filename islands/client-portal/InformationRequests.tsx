import { useEffect, useRef, useState } from 'react'
import { acceptedFiles, sizeWords } from '#src/forms/requests/attachments.ts'
import { longestRequest } from '#src/forms/requests/request-texts.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { FileField, TextArea } from '#src/ui/fields/Field.tsx'
import { longTime } from '#src/ui/record/dates.ts'

type Question = {
  id: number
  text: string
  askedAt: string
  answer: string | null
  answeredAt: string | null
  files: { name: string; size: number }[]
}

export type Questions = {
  /** Newest first; the one without an answer is open. */
  asked: Question[]
  timezone: string
  /** The answer of a refused post. */
  typed: string
  errors: Record<string, string>
  notice: string | null
}

/** What the accounts team asks now, with the form for the answer. */
export function InformationRequest({ asked, timezone, ...form }: Questions) {
  const open = asked.find(({ answeredAt }) => answeredAt === null)
  if (open) return <OpenQuestion {...{ open, timezone }} {...form} />
  if (!form.notice) return null
  return (
    <div className="notice notice-warn" role="alert">
      <p>{form.notice}</p>
      {form.typed && (
        <>
          <p>This is what you wrote:</p>
          <p className="lines">{form.typed}</p>
        </>
      )}
    </div>
  )
}

/** What was asked and answered. */
export function AnsweredRequests({ asked, timezone }: Questions) {
  const answered = asked.filter(({ answeredAt }) => answeredAt !== null)
  if (answered.length === 0) return null
  return (
    <section className="card" aria-labelledby="answers-given">
      <h2 id="answers-given">Your answers to our questions</h2>
      <ol className="timeline">
        {answered.map((question) => (
          <Answered key={question.id} question={question} timezone={timezone} />
        ))}
      </ol>
    </section>
  )
}

function OpenQuestion({
  open,
  timezone,
  typed,
  errors,
  notice,
}: Pick<Questions, 'timezone' | 'typed' | 'errors' | 'notice'> & { open: Question }) {
  const sent = useRef(false)
  const [sending, setSending] = useState(false)

  function release() {
    sent.current = false
    setSending(false)
  }

  // Back to a page that the browser has kept: it can be sent again.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      sent.current = false
      setSending(false)
    }
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])

  return (
    <section className="card" aria-labelledby="question">
      <h2 id="question">We need more information</h2>
      <p className="quiet">
        Asked on <time dateTime={open.askedAt}>{longTime(open.askedAt, timezone)}</time>
      </p>
      <p className="lines">{open.text}</p>
      {notice && (
        <div className="notice notice-warn" role="alert">
          <p>{notice}</p>
        </div>
      )}
      <form
        method="post"
        encType="multipart/form-data"
        action="/client-portal"
        noValidate
        className="fields"
        // no event tells that somebody has stopped the sending
        onInput={release}
        onSubmit={(event) => {
          if (sent.current) event.preventDefault()
          sent.current = true
          setSending(true)
        }}
      >
        <input type="hidden" name="request" value={open.id} />
        <TextArea
          id="answer"
          name="answer"
          label="Your answer"
          rows={5}
          defaultValue={typed}
          error={errors.answer}
          maxLength={longestRequest}
          hint="You can leave this empty when your files say it all."
        />
        <FileField
          id="files"
          name="files"
          label="Files (optional)"
          hint="Up to five PDF, PNG or JPEG files, at most 10 MB each. On most computers you can select several at once."
          error={errors.files && `${errors.files} Please choose the files again.`}
          accept={acceptedFiles}
          multiple
        />
        <div className="actions">
          <Button type="submit" variant="primary" {...(sending && { 'aria-disabled': true })}>
            {sending ? 'Sending...' : 'Send answer'}
          </Button>
        </div>
      </form>
    </section>
  )
}

function Answered({ question, timezone }: { question: Question; timezone: string }) {
  const { text, askedAt, answer, answeredAt, files } = question
  return (
    <li className="stack">
      <p className="quiet">
        <time dateTime={askedAt}>{longTime(askedAt, timezone)}</time> We asked
      </p>
      <p className="lines">{text}</p>
      <p className="quiet">
        {answeredAt && <time dateTime={answeredAt}>{longTime(answeredAt, timezone)}</time>} You
        answered
      </p>
      {answer && <p className="lines">{answer}</p>}
      {files.length > 0 && (
        <ul>
          {files.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: files never change places
            <li key={at}>{`${file.name} (${sizeWords(file.size)})`}</li>
          ))}
        </ul>
      )}
    </li>
  )
}
