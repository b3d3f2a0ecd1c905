import { parse, type SubmissionResult, useForm } from '@conform-to/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type FormValues,
  type RegistrationShape,
  sectionOf,
  valuesOf,
} from '#src/forms/form-values.ts'
import { sectionNumbers } from '#src/forms/registration-choices.ts'
import { checkByRules, type Rules } from '#src/forms/rules.ts'
import { CallError } from '#src/ui/call.ts'
import { keepToastForNextPage, showToast } from '#src/ui/toast.ts'
import { duplicateMark, toasts } from '#src/ui/toast-texts.ts'
import { forgetTyping, keepTyping, keptTyping } from './kept-typing.ts'
import { saveDraft, sendDirectors, submit } from './saving.ts'
import { useSections } from './use-sections.ts'

export type RegistrationProps = {
  draftId: string | null
  values: FormValues
  errors: Record<string, string>
  section: number
  rules: Rules
  /** The calendar date in the supplier's time zone: the default date of agreement. */
  today: string
  signatureOnFile: string | null
  /** Why a post was refused, when it is no field's fault. */
  notice: string | null
}

/** Everything the form does: what Next and Submit check and send, and what is kept meanwhile. */
export function useRegistration(props: RegistrationProps) {
  const { draftId, values, errors, rules, today, signatureOnFile } = props
  const { awake, current, open } = useSections(props.section)
  const [lastResult, setLastResult] = useState(() => resultOf(values, errors))
  const [pending, setPending] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const id = useRef(draftId)
  const saved = useRef(values)
  const checked = useRef(new Set<number>())
  const [typed, setTyped] = useState(values)

  const [form, fields] = useForm<RegistrationShape>({
    id: 'registration',
    lastResult,
    shouldRevalidate: 'onInput',
    defaultNoValidate: true,
    onValidate: ({ formData, submitter }) =>
      parse(formData, {
        resolve: () => resolved(check(valuesOf(formData), scopeOf(submitter))),
      }),
    onSubmit(event, { formData }) {
      event.preventDefault()
      if (!pending) send(valuesOf(formData), isLast(event))
    },
  })

  useEffect(() => {
    const element = document.forms.namedItem('registration')
    if (!element) return
    const now = valuesOf(new FormData(element))
    const kept = keptTyping(draftId)
    // What was typed before the island woke is newer than what was kept.
    if (kept) form.update({ value: { ...now, ...kept, ...changedSince(values, now) } as never })
  }, [])

  useEffect(() => {
    if (attempts > 0) document.getElementById('error-summary')?.focus()
  }, [attempts])

  function scopeOf(submitter: HTMLElement | null): number[] {
    const step =
      submitter instanceof HTMLButtonElement && submitter.name === 'step' ? submitter.value : null
    if (step === 'submit' || (step === 'enter' && current === 5)) return [...sectionNumbers]
    if (step) return [current]
    return [...checked.current]
  }

  function check(now: FormValues, scope: number[]) {
    const inScope = Object.entries(rules).filter(([name]) => scope.includes(sectionOf(name)))
    const signed = now.authSignature ?? signatureOnFile
    const signature = signed || String(now.typedName ?? '').trim()
    return checkByRules(
      Object.fromEntries(inScope),
      { ...now, authSignature: signature },
      Number(today.slice(0, 4)),
    )
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const submitter = (event.nativeEvent as SubmitEvent).submitter
    if (submitter instanceof HTMLButtonElement && submitter.name === 'step') {
      const scope = scopeOf(submitter)
      for (const section of scope) checked.current.add(section)
      const found = check(valuesOf(new FormData(event.currentTarget)), scope)
      showErrors(found)
    }
    form.onSubmit(event)
  }

  function showErrors(found: Record<string, string>) {
    const first = Object.keys(found)[0]
    if (!first) return
    const worst = Math.min(...Object.keys(found).map(sectionOf))
    if (worst !== current && !Object.keys(found).some((name) => sectionOf(name) === current))
      move(worst)
    setAttempts((count) => count + 1)
  }

  async function send(now: FormValues, last: boolean) {
    setPending(true)
    try {
      if (last) await finish(now)
      else await next(now)
    } catch (error) {
      fail(error, now, last)
    } finally {
      setPending(false)
    }
  }

  async function next(now: FormValues) {
    id.current = await saveDraft(id.current, now, current)
    saved.current = now
    keepTyping(id.current, now, now)
    if (current === 2) await sendDirectors(id.current, now)
    move(current + 1)
    document.getElementById(`section-title-${current + 1}`)?.focus()
  }

  async function finish(now: FormValues) {
    const reference = await submit(id.current, now)
    forgetTyping()
    try {
      localStorage.setItem('submittedApplicationId', reference)
    } catch {
      // the address of the next page carries it too
    }
    keepToastForNextPage(toasts.submitted)
    location.assign(`/success?id=${encodeURIComponent(reference)}`)
  }

  function fail(error: unknown, now: FormValues, last: boolean) {
    const said = error instanceof CallError ? error.said : {}
    const duplicate = said.message?.includes(duplicateMark)
    showToast(
      duplicate
        ? toasts.duplicateEmail
        : last
          ? toasts.submitFailed(said.message)
          : toasts.saveFailed(said.message),
    )
    if (!said.errors) return
    setLastResult(resultOf(now, said.errors))
    showErrors(said.errors)
  }

  function move(section: number) {
    const element = document.forms.namedItem('registration')
    if (element) setTyped(valuesOf(new FormData(element)))
    open(section)
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    keepTyping(id.current, valuesOf(new FormData(event.currentTarget)), saved.current)
  }

  const faulty = new Set(Object.keys(form.allErrors).map(sectionOf))
  return { form, fields, awake, current, pending, typed, faulty, move, onSubmit, onInput }
}

const isLast = (event: FormEvent<HTMLFormElement>) => {
  const submitter = (event.nativeEvent as SubmitEvent).submitter
  return submitter instanceof HTMLButtonElement && submitter.value === 'submit'
}

const resolved = (errors: Record<string, string>) =>
  Object.keys(errors).length > 0 ? { error: listed(errors) } : { value: {} as RegistrationShape }

const listed = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, [error]]))

/** The form's values and errors as conform takes an answer of the server. */
function resultOf(values: FormValues, errors: Record<string, string>): SubmissionResult {
  const status = Object.keys(errors).length > 0 ? { status: 'error' as const } : {}
  return { ...status, initialValue: values as never, error: listed(errors) }
}

const changedSince = (before: FormValues, now: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => value && JSON.stringify(value) !== JSON.stringify(before[name] ?? ''),
    ),
  )
