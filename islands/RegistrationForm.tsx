import { FormProvider } from '@conform-to/react'
import type { MouseEvent } from 'react'
import { idOf } from '#src/forms/form-values.ts'
import { sectionNumbers, sectionTitles } from '#src/forms/registration-choices.ts'
import { fieldNames } from '#src/forms/registration-fields.ts'
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import { PanelNav } from './registration-form/PanelNav.tsx'
import { Section, type SectionContext } from './registration-form/Section.tsx'
import { Steps } from './registration-form/Steps.tsx'
import { type RegistrationProps, useRegistration } from './registration-form/use-registration.ts'

export type Props = RegistrationProps & {
  company: { name: string; salesEmail: string; privacyUrl: string | null }
  termsVersion: string
}

/**
 * The registration form: five sections in one form, which posts as it is before any script has run, and is checked,
 * saved and submitted by calls of the API afterwards (spec 2, Registration form; contract 5.3).
 */
export default function RegistrationForm(props: Props) {
  const registration = useRegistration(props)
  const { form, awake, current, pending, faulty, move } = registration
  const faults = Object.entries(form.allErrors).flatMap(([name, [text]]) =>
    text ? [{ id: idOf(name), text }] : [],
  )
  if (props.notice) faults.unshift({ id: `section-title-${props.section}`, text: props.notice })
  const context: SectionContext = { ...props, ...registration }

  /** A link to a field of a section that is not open: opens it first. */
  function followLink(event: MouseEvent) {
    const link = (event.target as Element).closest('a[href^="#"]')
    const target = link && document.querySelector(link.getAttribute('href') ?? '')
    const panel = target?.closest<HTMLElement>('.panel')
    if (!awake || !link || !panel || link.matches('.step')) return
    event.preventDefault()
    move(Number(panel.id.slice(-1)))
    requestAnimationFrame(() => (target as HTMLElement).focus())
  }

  return (
    <FormProvider context={form.context}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the controls */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click */}
      <div onClick={followLink}>
        <ErrorSummary faults={faults} />
        <form
          id={form.id}
          method="post"
          action="/client-form"
          noValidate
          onSubmit={registration.onSubmit}
          onInput={registration.onInput}
          {...(awake && { 'data-awake': '' })}
        >
          {/* The form's default button: Enter in a field means Next, never Remove. */}
          <button
            type="submit"
            name="step"
            value="enter"
            className="visually-hidden"
            tabIndex={-1}
            aria-hidden="true"
          />
          <input type="hidden" name="section" value={current} />
          <Steps awake={awake} current={current} faulty={faulty} onOpen={move} />
          {sectionNumbers.map((number) => (
            <section
              key={number}
              className="panel"
              id={`section-${number}`}
              {...panelProps(number, awake, current)}
            >
              <Progress section={number} of={sectionNumbers.length} />
              <h2 id={`section-title-${number}`} tabIndex={-1}>
                {sectionTitles[number - 1]}
              </h2>
              <Section number={number} names={fieldNames(number)} {...context} />
              <PanelNav number={number} awake={awake} pending={pending} onOpen={move} />
            </section>
          ))}
        </form>
      </div>
    </FormProvider>
  )
}

function panelProps(number: number, awake: boolean, current: number) {
  if (!awake) return number === current ? { 'data-current': '' } : {}
  return { role: 'tabpanel', 'aria-labelledby': `step-${number}`, hidden: number !== current }
}
