import { parse, useForm } from '@conform-to/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type DirectorRow,
  type FormValues,
  rowsOf,
  sectionOf,
  valuesOf,
} from '#src/forms/form-values.ts'
import { sectionNumbers } from '#src/forms/registration-choices.ts'
import type { Props } from '../RegistrationForm.tsx'
import { formId, readForm } from './typed-form.ts'
import { type Errors, useChecks } from './use-checks.ts'
import { useSections } from './use-sections.ts'
import { useSending } from './use-sending.ts'
import { type Draft, useTyping } from './use-typing.ts'

const last = sectionNumbers.length

/** The form as a whole: its sections, what is typed in it, what is wrong with it, and its way to the server. */
export function useRegistration(props: Props) {
  const draft = useRef<Draft>({ id: props.draftId, saved: props.values })
  const { awake, current, open } = useSections(props.section)
  const checks = useChecks(props)
  const [attempts, setAttempts] = useState(0)
  const [asServed] = useState(() => ({ error: listed(props.errors) }))
  const [form, fields] = useForm<{ directors: DirectorRow[] }>({
    id: formId,
    defaultValue: { directors: rowsOf(props.values) },
    lastResult: asServed,
    shouldRevalidate: 'onInput',
    onValidate({ formData }) {
      const now = valuesOf(formData)
      return parse(formData, { resolve: () => resolved(now, checks.find(now)) })
    },
  })
  const typing = useTyping(draft, current, (value) =>
    form.update({ name: fields.directors.name, value }),
  )
  const sending = useSending(draft, {
    saved(section) {
      typing.keep()
      open(section + 1)
    },
    refused(errors, values) {
      checks.refuse(errors, values)
      form.validate()
      reveal(Object.keys(errors).map(sectionOf))
    },
  })

  // Last, so that nothing else moves the focus away from what has to be mended.
  useEffect(() => {
    if (attempts === 0) return
    const summary = document.getElementById('error-summary')
    summary?.focus({ preventScroll: true })
    // From its beginning: on a phone it is longer than the screen, and Submit stands far below it.
    summary?.scrollIntoView()
  }, [attempts])

  /** Next checks its own section, Submit all five; conform's own intents (rows, checks) send nothing. */
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const step = stepOf(event)
    const submits = step === 'submit' || (step === 'enter' && current === last)
    const scope: readonly number[] = submits ? sectionNumbers : [current]
    if (step) checks.look(scope)
    form.onSubmit(event)
    if (!step) return
    const now = readForm()
    const faulty = Object.keys(checks.find(now)).map(sectionOf)
    if (faulty.some((section) => scope.includes(section))) reveal(submits ? faulty : [current])
    else sending.send(now, current, submits)
  }

  /** Opens the first section that has something to mend, and says what. */
  function reveal(faulty: number[]) {
    open(Math.min(...faulty))
    setAttempts((count) => count + 1)
  }

  const errors = Object.entries(form.allErrors).flatMap(([name, [text]]) =>
    text ? [[name, text]] : [],
  )
  return {
    ...sending,
    ...typing,
    form,
    awake,
    current,
    open,
    onSubmit,
    directors: fields.directors,
    errors: Object.fromEntries(errors) as Errors,
  }
}

function stepOf({ nativeEvent }: FormEvent): string | null {
  const { submitter } = nativeEvent as SubmitEvent
  return submitter instanceof HTMLButtonElement && submitter.name === 'step'
    ? submitter.value
    : null
}

const resolved = (values: FormValues, errors: Errors) =>
  Object.keys(errors).length > 0
    ? { error: listed(errors) }
    : { value: { directors: rowsOf(values) } }

const listed = (errors: Errors) =>
  Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, [error]]))
