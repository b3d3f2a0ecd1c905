import { FormProvider, parse, type Submission, useForm } from '@conform-to/react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldName, fields as table } from '#src/forms/fields/fields.ts'
import {
  openFields,
  portalNameOf,
  type PortalSection as Section,
} from '#src/forms/portal/portal.ts'
import { errorsOnPage } from '#src/forms/registration/errors-on-page.ts'
import { type FormValues, idOf } from '#src/forms/registration/sections.ts'
import { CallError, call, failureToast, replyOf } from '#src/ui/calls/call.ts'
import { refreshPage } from '#src/ui/calls/merge-page.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { checkedByServer } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { SignInAgain } from '#src/ui/sign-in/SignInAgain.tsx'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import { showToast, withdrawFailure } from '#src/ui/toasts/toast.ts'
import { Directors } from './registration-form/Directors.tsx'
import { FormField, useAbroad } from './registration-form/FormField.tsx'
import { WithCopies } from './registration-form/SameAs.tsx'

type Reply = {
  status?: 'error'
  initialValue?: FormValues
  error?: { [name: string]: string[] }
}

type Props = {
  section: Section
  id: string
  version: number
  status: string
  stored: FormValues
  /** Answers of other sections, which fields of this one may follow. */
  others: Partial<Record<FieldName, string>>
  lastResult: Reply | null
  email: string
  /** `YYYY-MM-DD`, where the supplier is. */
  today: string
}

export default function PortalSection(props: Props) {
  const { section, id, status, others, email, today } = props
  const [opened] = useState(props)
  const [lastResult, setLastResult] = useState(props.lastResult)
  const [pending, setPending] = useState(false)
  const [ended, setEnded] = useState(false)
  const unanswered = useRef<object[]>([])
  const [form, fields] = useForm<FormValues>({
    id: 'section',
    lastResult,
    // each row gets its key from it
    defaultValue: opened.lastResult?.initialValue ?? opened.stored,
    onValidate,
    shouldRevalidate: 'onInput',
    onSubmit: (event, { formData }) => save(event, formData),
  })
  const { abroad, onBlur } = useAbroad(opened.stored)
  const page = `/client-portal?tab=${section}`
  // an answer from this page raises the version too
  const isSame = JSON.stringify(opened.stored) === JSON.stringify(props.stored)
  const version = String(
    opened.lastResult?.initialValue?.version ?? (isSame ? props : opened).version,
  )
  const { '': notices, ...errors } = form.allErrors

  function onValidate({ formData }: { formData: FormData }): Submission<FormValues, string[]> {
    return checkedByServer(formData, Object.keys(form.allErrors))
  }

  async function save(event: FormEvent, formData: FormData) {
    event.preventDefault()
    if (pending) return
    setPending(true)
    withdrawFailure()
    const body = bodyOf(section, status, formData)
    try {
      const saved = await put(body, version).catch((error) => putAfterOwn(body, error))
      await refreshPage(page).catch(() => location.assign(page))
      document.getElementById(`title-${section}`)?.focus()
      const isUnchanged = String(saved.version) === version
      showToast(isUnchanged ? clientToasts.unchanged : clientToasts.updated)
    } catch (error) {
      const status = statusOf(error)
      if (status === 0 || status >= 500) unanswered.current.push(body)
      fail(error, formData)
      setPending(false)
    }
  }

  const put = (body: object, version: string) =>
    call<{ version: number }>('PUT', `/api/client/application/${section}`, body, {
      'If-Match': `"${id}.v${version}"`,
    })

  async function putAfterOwn(body: object, error: unknown) {
    if (statusOf(error) !== 412) throw error
    for (const earlier of unanswered.current) {
      // stored by this page, it changes nothing
      const own = await put(earlier, version).catch(unlessRefused)
      if (own) return put(body, String(own.version))
    }
    throw error
  }

  function fail(error: unknown, formData: FormData) {
    const { errors, message } = replyOf(error)
    const status = statusOf(error)
    if (![400, 401, 412].includes(status))
      showToast(failureToast(error, () => clientToasts.updateFailed))
    const texts = errors
      ? errorsOnPage(formData, errors, portalNameOf)
      : message
        ? { '': message }
        : {}
    const refused = Object.entries(texts).map(([name, text]) => [name, [text]])
    // drawn at once, to take the focus
    flushSync(() => {
      setEnded(status === 401)
      setLastResult({ status: 'error', error: Object.fromEntries(refused) })
    })
    const target = errors ? 'error-summary' : 'section-notice'
    document.getElementById(target)?.focus()
  }

  return (
    <>
      <ErrorSummary
        faults={Object.fromEntries(
          Object.entries(errors).map(([name, texts]) => [idOf(name), texts?.[0] ?? '']),
        )}
      />
      {notices && (
        <div
          className="notice notice-warn"
          id="section-notice"
          role="alert"
          tabIndex={-1}
          // biome-ignore lint/a11y/noAutofocus: the answer to a post begins with why it was refused
          autoFocus
        >
          {ended ? (
            <SignInAgain href="/client-login" button="Save" />
          ) : (
            <>
              <p>{notices}</p>
              {/* it drops what was typed */}
              {String(notices).includes('Reload the page') && (
                <p>
                  <a href={page}>Reload the page</a>
                </p>
              )}
            </>
          )}
        </div>
      )}
      <form
        id={form.id}
        method="post"
        action={`${page}&edit=${section}`}
        autoComplete="off"
        noValidate
        className="fields"
        onBlur={onBlur}
        onSubmit={form.onSubmit}
      >
        {/* The form's default button: Enter in a field means Save. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="section" value={section} />
        <input type="hidden" name="application" value={id} />
        <input type="hidden" name="version" value={version} />
        {section === 'directors' ? (
          <FormProvider context={form.context}>
            <Directors formId={form.id} error={errors.directors?.[0]} />
          </FormProvider>
        ) : (
          <WithCopies
            formId={form.id}
            nameOf={portalNameOf}
            others={others}
            names={openFields(section, status)}
            savedOf={(name) => fields[portalNameOf(name)]?.initialValue ?? others[name] ?? ''}
            isTicked={({ box }) => opened.lastResult?.initialValue?.[box] !== undefined}
            draw={(name, readOnly) => (
              <FormField
                key={name}
                name={name}
                sentAs={portalNameOf(name)}
                {...(name === 'mainEmail' && {
                  hint: `We write to this address about your application. You sign in with ${email}.`,
                })}
                value={(fields[portalNameOf(name)]?.initialValue ?? '') as string | string[]}
                error={fields[portalNameOf(name)]?.errors?.[0]}
                readOnly={readOnly}
                today={today}
                abroad={abroad}
              />
            )}
          />
        )}
        <div className="actions">
          <Button type="submit" variant="primary" {...(pending && { 'aria-disabled': true })}>
            {pending ? 'Saving...' : 'Save'}
          </Button>
          <Button type="submit" form="cancel">
            Cancel
          </Button>
        </div>
      </form>
      <form
        id="cancel"
        method="get"
        action={`/client-portal#edit-${section}`}
        onSubmit={(event) => pending && event.preventDefault()}
      >
        <input type="hidden" name="tab" value={section} />
      </form>
    </>
  )
}

const statusOf = (error: unknown) => (error instanceof CallError ? error.status : 0)

function unlessRefused(error: unknown): null {
  if ([400, 409, 412].includes(statusOf(error))) return null
  throw error
}

function bodyOf(section: Section, status: string, form: FormData) {
  const { payload } = parse(form, { resolve: () => ({}) })
  if (section === 'directors') return { directors: payload.directors ?? [] }
  const fields = openFields(section, status).map((name) => {
    const key = portalNameOf(name)
    const { type } = table[name]
    if (type === 'choices') return [key, form.getAll(key)]
    return [key, type === 'yesNo' && form.has(key) ? payload[key] === 'yes' : payload[key]]
  })
  return Object.fromEntries(fields)
}
