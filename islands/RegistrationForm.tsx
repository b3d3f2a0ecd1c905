import { FormProvider, type Submission, useForm } from '@conform-to/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fields } from '#src/forms/fields/fields.ts'
import { cookieNotKept, draftNotOpen } from '#src/forms/registration/draft-not-open.ts'
import { errorsOnPage } from '#src/forms/registration/errors-on-page.ts'
import {
  type FormValues,
  idOf,
  sectionNumbers,
  sectionOf,
  sectionTitles,
} from '#src/forms/registration/sections.ts'
import { consentNumber } from '#src/forms/terms/terms-parts.ts'
import { failureToast, replyOf, statusOf } from '#src/ui/calls/call.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { checkedByServer, withIncompleteDays } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { forgetTyping } from '#src/ui/registration/forget-typing.ts'
import { keepForNextPage, tell, withdraw } from '#src/ui/toasts/store.ts'
import { toasts } from '#src/ui/toasts/texts.ts'
import { useAbroad } from './registration-form/FormField.tsx'
import { answersSent } from './registration-form/put-back.ts'
import { type Props, type Reply, Section } from './registration-form/Section.tsx'
import { PanelNav, Progress, Steps, useSections } from './registration-form/Steps.tsx'
import {
  emailLink,
  type Made,
  madeByThisPage,
  requestSignature,
  saveAnswers,
  saveSignature,
  sendDirectors,
  submit,
  versionInForce,
  withdrawRequest,
} from './registration-form/saving.ts'
import { useToday } from './registration-form/today.ts'
import {
  answersIn,
  answersOf,
  type Draft,
  formId,
  openTyping,
  type Typing,
} from './registration-form/typing.ts'

export type { Props, Reply }

const last = sectionNumbers.length

/**
 * Renders the registration form. It posts until the scripts run; then it calls the API and shows the server's errors.
 */
export default function RegistrationForm(props: Props) {
  const { draftId: id, draftVersion: version, values } = props
  const draft = useRef<Draft>({ id, version, saved: values })
  const { awake, current, isAside, open, panels } = useSections(props.section)
  const shownNow = useRef(current)
  shownNow.current = current
  const [lastResult, setLastResult] = useState(props.reply && { error: props.reply.error })
  const [terms, setTerms] = useState(props.terms)
  const [attempts, setAttempts] = useState(0)
  const [request, setRequest] = useState(props.request)
  const [pending, setPending] = useState('')
  // This is a ref and not state, because two clicks can arrive before the next render.
  const busy = useRef('')
  const initial = withRow(props.reply?.typed ?? values)
  const [form] = useForm<FormValues>({
    id: formId,
    lastResult,
    defaultValue: initial,
    shouldValidate: 'onInput',
    onValidate,
    onSubmit,
  })
  const errors = Object.fromEntries(
    Object.entries(form.allErrors).map(([name, texts]) => [name, texts?.[0] ?? '']),
  )
  const element = useRef<HTMLFormElement>(null)
  const typing = useRef<Typing>(null)
  const { abroad, judge, onBlur } = useAbroad(initial, form.value)
  const [complete, setComplete] = useState<ReadonlySet<number>>(() => new Set(props.complete))
  const [reached, setReached] = useState(props.reached)
  if (current === last && !reached) setReached(true)
  const leadsBack = reached && isAside
  const today = useToday(props.today, props.timezone)
  const submits = request?.state !== 'waiting'
  const lastStep = submits ? 'submit' : 'save'
  const main = current === last ? lastStep : `${leadsBack ? 'answers' : 'next'}:${current}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, when the scripts run
  useEffect(() => {
    const fields = answersIn(new FormData(element.current ?? undefined))
    const page = { initial, fields, isReply: props.reply !== null }
    typing.current = openTyping(draft, page, (value) => {
      form.update({ value })
      judge(value)
    })
    return typing.current.close
  }, [])

  const { value } = form
  const before = useRef(value)
  const isTouched = useRef(false)
  const touch = () => {
    isTouched.current = true
  }
  useEffect(() => {
    // Before the scripts run, the fields may already hold newer answers than the state.
    if (value !== before.current) typing.current?.follow(answersOf(value), isTouched.current)
    before.current = value
  }, [value])

  // This comes last, so that nothing moves the focus away from the errors.
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempts === 0) return
    // conform shows the errors only in the next render.
    requestAnimationFrame(() => {
      summary.current?.focus({ preventScroll: true })
      // On a phone the section is longer than the screen.
      summary.current?.scrollIntoView()
    })
  }, [attempts])

  const toFocus = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the request to the signer is drawn
  useEffect(() => {
    document.getElementById(toFocus.current)?.focus()
    toFocus.current = ''
  }, [request])

  const shownDay = useRef(today)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the day has changed
  useEffect(() => {
    const before = shownDay.current
    shownDay.current = today
    // A date that nobody has chosen follows the current day.
    if (before !== today && form.value?.agreementDate === before)
      form.update({ name: 'agreementDate', value: today })
  }, [today])

  useEffect(() => {
    // The browser's Back button can also leave a section.
    addEventListener('hashchange', withdraw)
    return () => removeEventListener('hashchange', withdraw)
  }, [])

  function onValidate({ formData }: { formData: FormData }): Submission<FormValues, string[]> {
    const names = Object.keys(form.allErrors)
    const isTyped = formData.get('signing') === 'type'
    return checkedByServer(formData, names, {
      signing: isTyped ? 'authSignature' : 'signerName',
      businessEstablished: 'previousAddress',
    })
  }

  function setBusy(step: string) {
    busy.current = step
    setPending(step)
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>, { formData }: { formData: FormData }) {
    event.preventDefault()
    if (busy.current) return
    withdraw()
    const { submitter } = event.nativeEvent as SubmitEvent
    const step = (submitter as HTMLButtonElement | null)?.value ?? main
    setBusy(step)
    const submits = step === 'submit'
    const values = answersIn(formData)
    try {
      if (submits) return await finish(values)
      const steps: Record<string, (values: FormValues) => Promise<void>> = {
        'email-link': email,
        'ask-signer': (values) => askSigner(values, formData),
        'sign-myself': signMyself,
        save: saveUnchecked,
      }
      const saveStep = (values: FormValues) => save(values, step.startsWith('answers'))
      await (steps[step] ?? saveStep)(values)
    } catch (error) {
      await fail(error, submits, formData)
    }
    setBusy('')
  }

  async function save(values: FormValues, goesBack: boolean) {
    const made = await saveAnswers(draft.current, values, current, pageFacts())
    saved(made, values)
    setComplete((complete) => new Set([...complete, current]))
    // Errors that a submit found in other sections stay.
    const others = Object.entries(form.allErrors).filter(([name]) => sectionOf(name) !== current)
    setLastResult({ error: Object.fromEntries(others) as Reply['error'] })
    // The save already has the directors, so nothing waits for this call.
    if (current === 2) void sendDirectors(made.id, values)
    // The person may have opened another section meanwhile, and stays there.
    if (shownNow.current !== current) return
    if (goesBack) location.hash = `answers-${current}`
    else open(current + 1)
  }

  async function email(values: FormValues) {
    if (!draft.current.id && !values.mainEmail) {
      refuse({ mainEmail: fields.mainEmail.message ?? '' })
      open(1)
      return setAttempts((count) => count + 1)
    }
    const made = await saveAnswers(draft.current, values, null, pageFacts())
    saved(made, values)
    await emailLink(made.id)
    refuse({})
    tell(toasts.draftLinkSent(String(values.mainEmail)))
  }

  async function saveUnchecked(values: FormValues) {
    saved(await saveAnswers(draft.current, values, null, pageFacts()), values)
    refuse({})
    tell(toasts.saved)
  }

  async function askSigner(values: FormValues, data: FormData) {
    saved(await saveAnswers(draft.current, values, null, pageFacts()), values)
    const request = await requestSignature(draft.current.id, data)
    toFocus.current = 'asked'
    setRequest(request)
    refuse({})
    tell(toasts.signatureRequested(request.email))
  }

  async function signMyself(values: FormValues) {
    saved(await saveAnswers(draft.current, values, null, pageFacts()), values)
    await withdrawRequest(draft.current.id)
    toFocus.current = 'authSignature'
    setRequest(null)
  }

  /** Saves a form that was never saved, so that a refused submit keeps the same draft. */
  async function finish(values: FormValues) {
    setTerms({ ...terms, error: '' })
    if (!draft.current.id)
      saved(await saveAnswers(draft.current, values, null, pageFacts()), values)
    const { id } = draft.current
    await submit(draft.current, values, pageFacts())
    forgetTyping()
    try {
      localStorage.setItem('submittedApplicationId', id)
    } catch {
      // The address of the next page contains the reference too.
    }
    keepForNextPage(toasts.submitted)
    // After this, Back opens the empty form at its start.
    history.scrollRestoration = 'manual'
    history.replaceState(answersSent, '', location.pathname)
    location.assign(`/success?id=${encodeURIComponent(id)}`)
  }

  const pageFacts = () => ({ termsVersion: terms.version, consent: consentNumber, today })

  function saved(made: Made, values: FormValues) {
    withdraw()
    draft.current = { ...made, saved: values }
    typing.current?.saved()
  }

  async function fail(error: unknown, submits: boolean, sent: FormData) {
    const { message = '', errors: serverErrors } = replyOf(error)
    const status = statusOf(error)
    const isDuplicate = /email address already exists/i.test(message)
    const errors = serverErrors ?? (isDuplicate ? { mainEmail: message } : undefined)
    // The first save of this page set a cookie, which the browser did not keep.
    const isCookieless = status === 401 && madeByThisPage(draft.current.id)
    const isNotOpen = !errors && !isCookieless && message !== '' && [401, 404, 409].includes(status)
    const without = isCookieless ? cookieNotKept : draftNotOpen
    const failed = submits ? toasts.submitFailed : toasts.saveFailed
    const toast = failureToast(error, (text) =>
      isDuplicate ? toasts.duplicateEmail : failed(status === 401 && text ? without : text),
    )
    if (status === 412) {
      keepForNextPage(toast)
      await saveSignature(draft.current.id, answersIn(sent))
      return location.reload()
    }
    tell(toast, { atFields: errors !== undefined })
    // The draft was sent or is not open here, so unsaved answers stay on this page only.
    if (isNotOpen) typing.current?.close()
    if (!errors) return
    const onPage = errorsOnPage(sent, withIncompleteDays(element.current, errors))
    const { termsVersion: changed, ...faults } = onPage
    if (changed) {
      const version = await versionInForce(terms.version)
      const since = version === terms.version ? {} : { since: terms.version }
      setTerms({ version, ...since, error: changed })
    }
    refuse(faults)
    open(Math.min(...Object.keys(onPage).map(sectionOf)))
    setAttempts((count) => count + 1)
  }

  function refuse(errors: Record<string, string>) {
    setLastResult({
      error: Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]])),
    })
  }

  function goTo(section: number, byTab?: boolean) {
    withdraw()
    open(section, byTab)
  }

  const notice = lastResult?.error === props.reply?.error ? props.notice : null
  const draftField = <input type="hidden" name="draft" value={draft.current.id} />
  const all = terms.error ? { ...errors, termsVersion: terms.error } : errors
  const faulty = new Set<number>(Object.keys(all).map(sectionOf))
  return (
    <>
      <ErrorSummary faults={faultsOf(all, current, notice)} box={summary} />
      <h1>Supplier/Client Registration Form</h1>
      <FormProvider context={form.context}>
        <form
          ref={element}
          id={form.id}
          method="post"
          action="/client-form"
          noValidate
          onBlur={onBlur}
          onInput={touch}
          onClick={touch}
          onKeyDown={touch}
          onSubmit={form.onSubmit}
          data-awake={awake ? '' : undefined}
        >
          {/* The form's default button: Enter in a field means the main one, never Remove. */}
          <button
            type="submit"
            name="step"
            value={awake ? main : 'enter'}
            className="visually-hidden"
            tabIndex={-1}
            aria-hidden="true"
          />
          <input type="hidden" name="section" value={current} />
          {draftField}
          <input type="hidden" name="draftVersion" value={draft.current.version} />
          <input type="hidden" name="shownDay" value={today} />
          <Steps
            awake={awake}
            current={current}
            faulty={faulty}
            complete={complete}
            today={today}
            onOpen={goTo}
          />
          {sectionNumbers.map((number) => {
            const nav = (
              <PanelNav
                {...{ number, awake, pending, reached, leadsBack, submits }}
                onOpen={goTo}
              />
            )
            return (
              <section
                key={number}
                ref={(panel) => {
                  panels.current[number] = { ...panels.current[number], panel }
                }}
                className="panel"
                id={`section-${number}`}
                {...panelProps(number, awake, current)}
              >
                <Progress section={number} faulty={faulty} today={today} />
                <h2
                  ref={(title) => {
                    panels.current[number] = { ...panels.current[number], title }
                  }}
                  id={`section-title-${number}`}
                  tabIndex={-1}
                >
                  {sectionTitles[number - 1]}
                </h2>
                <Section
                  {...props}
                  today={today}
                  number={number}
                  errors={errors}
                  terms={terms}
                  awake={awake}
                  abroad={abroad}
                  isOpen={awake && number === current}
                  request={request}
                  pending={pending}
                  nav={nav}
                />
                {number < last && nav}
              </section>
            )
          })}
        </form>
      </FormProvider>
      <details>
        <summary>Finish on another device</summary>
        <div className="stack">
          <p>
            The link goes to your main email address, works once within 24 hours, and moves your
            draft to that device.
          </p>
          <Button
            form={form.id}
            type="submit"
            name="step"
            value="email-link"
            aria-disabled={pending !== '' || undefined}
          >
            {pending === 'email-link' ? 'Sending...' : 'Email me the link'}
          </Button>
        </div>
      </details>
      <details>
        <summary>Start again</summary>
        {/* Unsaved answers are forgotten only once the draft is deleted and the new form is loaded, for other tabs too. */}
        <form id="start-again" method="post" action="/client-form" className="stack">
          <p>This deletes all the answers in your draft. It cannot be undone.</p>
          {draftField}
          <Button type="submit" variant="danger" name="action" value="start-again">
            Delete my draft and start again
          </Button>
        </form>
      </details>
    </>
  )
}

/** Moves the focus to the element once it is rendered. */
const withRow = (values: FormValues): FormValues =>
  values.directors?.length ? values : { ...values, directors: [{ name: '', position: '' }] }

function faultsOf(
  errors: Record<string, string>,
  current: number,
  notice: string | null,
): Record<string, string> {
  const faults: Record<string, string> = notice ? { [`section-title-${current}`]: notice } : {}
  for (const [name, text] of Object.entries(errors))
    if (sectionOf(name) === current) faults[idOf(name)] = text
  for (const number of sectionNumbers) {
    const count = Object.keys(errors).filter((name) => sectionOf(name) === number).length
    if (count === 0 || number === current) continue
    const title = sectionTitles[number - 1]
    faults[`section-title-${number}`] = `${title}: ${count} ${count === 1 ? 'error' : 'errors'}`
  }
  return faults
}

function panelProps(number: number, awake: boolean, current: number) {
  if (!awake) return number === current ? { 'data-current': '' } : {}
  return { role: 'tabpanel', 'aria-labelledby': `step-${number}`, hidden: number !== current }
}
