import { idOf, sectionOf } from '#src/forms/registration/form-values.ts'
import { sectionNumbers, sectionTitles } from '#src/forms/registration/sections.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { FinishLater } from '#src/ui/registration/FinishLater.tsx'
import { forgetTyping } from '#src/ui/registration/forget-typing.ts'
import { Progress } from '#src/ui/registration/Progress.tsx'
import { StartAgain } from '#src/ui/registration/StartAgain.tsx'
import { PanelNav } from './registration-form/PanelNav.tsx'
import type { Props } from './registration-form/props.ts'
import { Section } from './registration-form/Section.tsx'
import { Steps } from './registration-form/Steps.tsx'
import { formId } from './registration-form/typed-form.ts'
import type { Errors } from './registration-form/use-checks.ts'
import { useRegistration } from './registration-form/use-registration.ts'

export type { Props }

/**
 * The registration form: five sections in one form, which posts as it is before any script has run, and is checked,
 * saved and submitted by calls of the API afterwards (rule 33).
 */
export default function RegistrationForm(props: Props) {
  const registration = useRegistration(props)
  const { awake, current, pending, errors, open, onInput, onSubmit } = registration

  return (
    <>
      <ErrorSummary faults={faultsOf(errors, current, props.notice)} />
      <form
        id={formId}
        method="post"
        action="/client-form"
        noValidate
        onSubmit={onSubmit}
        onInput={onInput}
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
        <Steps
          awake={awake}
          current={current}
          faulty={new Set(Object.keys(errors).map(sectionOf))}
          onOpen={open}
        />
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
            <Section {...props} {...registration} number={number} />
            <PanelNav number={number} awake={awake} pending={pending} onOpen={open} />
          </section>
        ))}
      </form>
      <FinishLater formId={formId} pending={pending} />
      <StartAgain onSubmit={forgetTyping} />
    </>
  )
}

/** The errors of this section by field; of the other sections only their number. */
function faultsOf(errors: Errors, current: number, notice: string | null): Record<string, string> {
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
