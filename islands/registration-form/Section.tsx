import { Fragment } from 'react'
import { type FieldName, formFieldNames } from '#src/forms/fields/fields.ts'
import { type FormValues, rowsOf } from '#src/forms/registration/form-values.ts'
import { Terms } from '#src/ui/registration/Terms.tsx'
import { AnswersSummary } from './AnswersSummary.tsx'
import { Directors } from './Directors.tsx'
import { FormField } from './FormField.tsx'
import { PrivacyNotice } from './PrivacyNotice.tsx'
import type { Props } from './props.ts'
import { SameAddress } from './SameAddress.tsx'
import { Signature } from './Signature.tsx'
import type { useRegistration } from './use-registration.ts'

type SectionProps = Props & ReturnType<typeof useRegistration> & { number: number }

/** One section's questions, in order; the second is the list of directors, the last ends with the signature. */
export function Section(props: SectionProps) {
  const { number, directors, values, errors, onInput, company } = props
  if (number === 2) {
    // Restored rows start a new list.
    const key = directors ? 'typed' : 'served'
    const rows = directors ?? rowsOf(values)
    return <Directors key={key} rows={rows} errors={errors} onChange={onInput} />
  }
  const names = formFieldNames(number)
  return (
    <div className="fields">
      {number === 1 && <PrivacyNotice company={company} />}
      {draw(props, number === 5 ? names.slice(0, -2) : names)}
      {number === 5 && <Signing {...props} />}
    </div>
  )
}

/** What is signed, the signature, and who signs it when. */
function Signing(props: SectionProps) {
  const { typed, values, errors, awake, current, company, terms } = props
  const begun = props.draftId !== null || props.stored !== null
  return (
    <>
      <AnswersSummary values={typed} awake={awake} begun={begun} />
      <PrivacyNotice company={company} />
      <Signature
        open={awake && current === 5}
        onFile={props.signatureOnFile}
        typedName={String(values.typedName ?? '')}
        error={errors.authSignature}
      />
      {draw(props, formFieldNames(5).slice(-2))}
      <Terms {...terms} />
    </>
  )
}

function draw({ values, errors, warnings }: SectionProps, names: readonly FieldName[]) {
  return names.map((name) => (
    <Fragment key={name}>
      {name === 'invoiceAddress' && <SameAddress of="invoice" />}
      {name === 'deliveryAddress' && <SameAddress of="delivery" />}
      <FormField
        name={name}
        value={answers(values[name])}
        error={errors[name]}
        warning={warnings[name]}
      />
    </Fragment>
  ))
}

const answers = (value: FormValues[string] = ''): string | string[] =>
  Array.isArray(value) ? value.map(String) : value
