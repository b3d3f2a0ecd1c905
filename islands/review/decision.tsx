import { type DefaultValue, parse, type SubmissionResult, useForm } from '@conform-to/react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import type { AdminRecord } from '#src/domain/review/record.ts'
import { MailNotice } from '#src/ui/admin/emails/MailNotice.tsx'
import { CallError, call, failureMessage, failureToast, replyOf } from '#src/ui/calls/call.ts'
import { refreshPage } from '#src/ui/calls/merge-page.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { FormDialog } from '#src/ui/fields/FormDialog.tsx'
import { SignInAgain } from '#src/ui/sign-in/SignInAgain.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { showToast, type Toast, withdrawFailure } from '#src/ui/toasts/toast.ts'

/** A post without scripts that was refused: its values and errors by field, and what is said of no field. */
export type RefusedPost = {
  typed: Record<string, string>
  errors: Record<string, string>
  notice: string | null
}

/** What the schema of a form demands of its fields, as conform has it. */
export type Constraint = Record<string, { required?: boolean; maxLength?: number }>

export type DecisionProps = {
  application: Pick<AdminRecord, 'id' | 'version' | 'status'>
  /** What keeps emails from going out. */
  mail: AdminRecord['mail']
  /** Whether the person who reads may open the email settings. */
  mayOpenSettings: boolean
  timezone: string
  /** The page came with the dialog open. */
  isOpen: boolean
  refused: RefusedPost | null
  constraint: Constraint
}

type Failure = { message: string | null; isEnded: boolean }

/** A call of the application's own, on the version that is shown. `blank`: nothing was typed that could be lost. */
type Call = {
  path: string
  body: object
  headers?: Record<string, string>
  failed: (message?: string) => Toast
  blank: boolean
}

/**
 * A form of the review by conform, which makes a JSON call; the server's errors come back to its fields. After a call
 * that another person was faster than, the page is read again, and what is typed stays.
 */
export function useReviewForm<T extends Record<string, unknown>>(
  id: string,
  { id: application, version }: Pick<AdminRecord, 'id' | 'version'>,
  {
    refused,
    constraint,
    defaultValue,
    onSend,
  }: {
    refused: RefusedPost | null
    constraint: Constraint
    defaultValue: Record<string, string>
    onSend: (values: FormData) => Promise<unknown>
  },
) {
  const [failure, setFailure] = useState<Failure | null>(
    refused?.notice ? { message: refused.notice, isEnded: false } : null,
  )
  const [lastResult, setLastResult] = useState<SubmissionResult | undefined>(
    refused
      ? { initialValue: { ...defaultValue, ...refused.typed }, ...resultOf(refused.errors) }
      : undefined,
  )
  const [isSending, setSending] = useState(false)
  // a double click comes before the button is drawn disabled
  const sending = useRef(false)
  const [form, fields] = useForm<T>({
    id,
    lastResult,
    defaultValue: defaultValue as DefaultValue<T>,
    constraint: constraint as never,
    shouldRevalidate: 'onInput',
    // what is missing or wrong, the server says
    onValidate: ({ formData }) => parse(formData, { resolve: (value) => ({ value: value as T }) }),
    async onSubmit(event, { formData }) {
      event.preventDefault()
      if (sending.current) return
      sending.current = true
      setSending(true)
      await onSend(formData)
      sending.current = false
      setSending(false)
    },
  })
  // the button was disabled meanwhile and lost the focus
  useEffect(() => {
    const element = failure && document.getElementById(id)
    if (!element || element.querySelector('[aria-invalid]')) return
    element.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [failure, id])

  /** Returns the answer, or the errors by field when it was refused; the form says why. */
  async function patch({ path, body, headers, failed, blank }: Call) {
    const seen = { 'If-Match': `"${application}.v${version}"`, ...headers }
    try {
      const to = `/api/applications/${application}${path}`
      const answer = await call<{ proposal: object | null }>('PATCH', to, body, seen)
      setFailure(null)
      return { answer, errors: {} as Record<string, string> }
    } catch (error) {
      const { status = 0 } = error instanceof CallError ? error : {}
      const { errors = {} } = replyOf(error)
      // somebody else may have been faster: show what is stored, before the person is asked to send it again
      if (status === 409 || status === 412) await readAgain()
      if (!errors.sharedCode) showToast(failureToast(error, failed, blank))
      const isOfField = Object.keys(errors).length > 0
      setFailure({ message: isOfField ? null : failureMessage(error), isEnded: status === 401 })
      setLastResult(resultOf(errors))
      return { answer: null, errors }
    }
  }

  function forgetFailure() {
    withdrawFailure()
    setFailure(null)
    setLastResult({ error: {} })
  }

  return { form, fields, failure, isSending, patch, forgetFailure }
}

/** Merges the page as it is now; `done` names the action that it says of. */
export const readAgain = (done?: string) =>
  refreshPage(done && `${location.pathname}?done=${done}`).catch(() =>
    showToast(adminToasts.recordFailed),
  )

const resultOf = (errors: Record<string, string>): SubmissionResult => ({
  status: 'error',
  error: Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]])),
  state: { validated: Object.fromEntries(Object.keys(errors).map((name) => [name, true])) },
})

/** A decision's dialog, with what is missing and why the server refused. */
export function DecisionDialog({
  name,
  submit,
  missing,
  note,
  decision: { failure, isSending },
  props: { application, mail, mayOpenSettings, timezone, isOpen },
  children,
  ...dialog
}: {
  /** Also the action that the form posts. */
  name: 'approve' | 'reject'
  title: string
  submit: string
  /** Why it cannot be sent yet, or `null`; the server decides. */
  missing: string | null
  /** What happens when it is sent, where that is not an email to the customer. */
  note?: string | null
  decision: { failure: Failure | null; isSending: boolean }
  props: DecisionProps
  children: ReactNode
} & Pick<ComponentProps<typeof FormDialog>, 'id' | 'onSubmit' | 'onClose'>) {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  const waits = isAwake && missing !== null
  return (
    <FormDialog
      name={name}
      open={isOpen}
      {...dialog}
      submit={
        <Button
          type="submit"
          variant={name === 'approve' ? 'primary' : 'danger'}
          name="action"
          value={name}
          disabled={waits || isSending}
          aria-describedby={`${name}-note`}
        >
          {isSending ? 'Sending...' : submit}
        </Button>
      }
    >
      <input type="hidden" name="version" value={application.version} />
      <div role="alert">
        {failure && (failure.isEnded || failure.message) && (
          <div className="notice notice-bad">
            {failure.isEnded ? (
              <SignInAgain href="/admin" button={submit} />
            ) : (
              <p>{failure.message}</p>
            )}
          </div>
        )}
      </div>
      {children}
      {mail && <MailNotice status={mail} hasLink={mayOpenSettings} timezone={timezone} />}
      <p className="hint" id={`${name}-note`}>
        {(waits && missing) ||
          note ||
          (mail
            ? 'The customer gets the email once email goes out again.'
            : 'The customer will be told by email.')}
      </p>
    </FormDialog>
  )
}

/** Shuts the dialog of a decision that was taken, and shows what it did. */
export async function showDecision(form: string, done: string) {
  const element = document.getElementById(form)
  if (element instanceof HTMLFormElement) element.reset()
  element?.closest('dialog')?.close()
  await readAgain(done)
}
