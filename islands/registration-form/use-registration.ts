import { type FormEvent, useEffect, useRef, useState } from 'react'
import { sectionOf } from '#src/forms/registration/form-values.ts'
import { sectionNumbers } from '#src/forms/registration/sections.ts'
import { withdrawFailure } from '#src/ui/toasts/toast.ts'
import type { Props } from './props.ts'
import { readForm } from './typed-form.ts'
import { useChecks } from './use-checks.ts'
import { useSections } from './use-sections.ts'
import { useSending } from './use-sending.ts'
import { type Draft, useTyping } from './use-typing.ts'

const last = sectionNumbers.length

/** The form as a whole: its sections, what is typed in it, what is wrong with it, and its way to the server. */
export function useRegistration(props: Props) {
  const draft = useRef<Draft>({ id: props.draftId, saved: props.stored ?? props.values })
  const { awake, current, open } = useSections(props.section)
  const { errors, check, startChecking, refuse } = useChecks(props)
  const [terms, setTerms] = useState(props.terms)
  const [attempts, setAttempts] = useState(0)
  const { typed, directors, keep, keepSaved } = useTyping(draft, props.values, current)
  const { pending, send } = useSending(draft, terms.version, {
    saved(section) {
      withdrawFailure()
      keepSaved(readForm())
      open(section + 1)
    },
    emailed() {
      withdrawFailure()
      keepSaved(readForm())
    },
    refused(errors, values) {
      refuse(errors, values)
      reveal(Object.keys(errors).map(sectionOf))
    },
    termsChanged(error, version) {
      setTerms({ version, since: terms.version, error })
      reveal([last])
    },
  })

  // Last, so that nothing moves the focus away from the error.
  useEffect(() => {
    if (attempts === 0) return
    const summary = document.getElementById('error-summary')
    summary?.focus({ preventScroll: true })
    // Scrolls to its start: on a phone it is longer than the screen.
    summary?.scrollIntoView()
  }, [attempts])

  // The browser's Back button leaves a section too.
  useEffect(() => {
    addEventListener('hashchange', withdrawFailure)
    return () => removeEventListener('hashchange', withdrawFailure)
  }, [])

  /** Keeps what is typed, and checks again what was checked before. */
  function onInput() {
    const now = readForm()
    keep(now)
    check(now)
  }

  /** Next checks its own section, Submit all five. */
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const step = (submitter as HTMLButtonElement | null)?.value ?? 'enter'
    if (step === 'email-link') return void send(readForm(), current, step)
    const submits = step === 'submit' || (step === 'enter' && current === last)
    const scope: readonly number[] = submits ? sectionNumbers : [current]
    const now = readForm()
    startChecking(scope)
    setTerms({ ...terms, error: '' })
    const faulty = Object.keys(check(now)).map(sectionOf)
    if (faulty.some((section) => scope.includes(section))) reveal(submits ? faulty : [current])
    else send(now, current, submits ? 'submit' : 'next')
  }

  /** Opens the first section with errors and shows them. */
  function reveal(faulty: number[]) {
    open(Math.min(...faulty))
    setAttempts((count) => count + 1)
  }

  /** Opens a section on request and clears the failure of the previous one. */
  function goTo(section: number) {
    withdrawFailure()
    open(section)
  }

  return {
    ...{ awake, current, open: goTo, typed, directors, pending, onInput, onSubmit },
    errors: terms.error ? { ...errors, termsVersion: terms.error } : errors,
    terms,
  }
}
