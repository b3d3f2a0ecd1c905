import { useRef, useState } from 'react'
import { longestRequest } from '#src/forms/requests/request-texts.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextArea } from '#src/ui/fields/Field.tsx'
import { longTime } from '#src/ui/record/dates.ts'

type Question = {
  id: number
  text: string
  askedAt: string
  answer: string | null
  answeredAt: string | null
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

/** What the accounts team has asked: the open question with its form, and what was answered. */
export function InformationRequests({ asked, timezone, ...form }: Questions) {
  const open = asked.find(({ answeredAt }) => answeredAt === null)
  const answered = asked.filter(({ answeredAt }) => answeredAt !== null)
  return (
    <>
      {form.notice && !open && (
        <div className="notice notice-warn" role="alert">
          <p>{form.notice}</p>
        </div>
      )}
      {open && <OpenQuestion {...{ open, timezone }} {...form} />}
      {answered.length > 0 && (
        <section className="card" aria-labelledby="answers-given">
          <h2 id="answers-given">Your answers to our questions</h2>
          <ol className="timeline">
            {answered.map((question) => (
              <Answered key={question.id} question={question} timezone={timezone} />
            ))}
          </ol>
        </section>
      )}
    </>
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
        action="/client-portal"
        noValidate
        className="fields"
        onSubmit={(event) => {
          if (sent.current) event.preventDefault()
          sent.current = true
          setSending(true)
        }}
      >
        <input type="hidden" name="action" value="answer" />
        <input type="hidden" name="request" value={open.id} />
        <TextArea
          id="answer"
          name="answer"
          label="Your answer"
          rows={5}
          defaultValue={typed}
          error={errors.answer}
          maxLength={longestRequest}
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
  const { text, askedAt, answer, answeredAt } = question
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
    </li>
  )
}
