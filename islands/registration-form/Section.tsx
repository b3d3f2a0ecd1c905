import type { FormMetadata } from '@conform-to/react'
import type { FormValues, RegistrationShape } from '#src/forms/form-values.ts'
import type { FieldName } from '#src/forms/registration-fields.ts'
import type { Props } from '../RegistrationForm.tsx'
import { AnswersSummary } from './AnswersSummary.tsx'
import { Directors } from './Directors.tsx'
import { FormField } from './FormField.tsx'
import { PrivacyNotice } from './PrivacyNotice.tsx'
import { SameAddress } from './SameAddress.tsx'
import { Signature } from './Signature.tsx'
import type { useRegistration } from './use-registration.ts'

export type SectionContext = Props & ReturnType<typeof useRegistration>

/** One section's questions, in order; the second is the list of directors, the last ends with the signature. */
export function Section({
  number,
  names,
  ...context
}: SectionContext & { number: number; names: FieldName[] }) {
  const { form, fields, company } = context
  if (number === 2) return <Directors form={form} list={fields.directors} />
  const field = (name: FieldName) => (
    <FormField
      key={name}
      name={name}
      rule={context.rules[name]}
      value={fields[name].initialValue ?? defaultOf(name, context.today)}
      error={fields[name].errors?.[0]}
    />
  )
  const signing: FieldName[] = names.filter((name) => name === 'position' || name === 'agreementDate')
  return (
    <div className="fields">
      {number === 1 && <PrivacyNotice company={company} />}
      {names.flatMap((name) => {
        if (signing.includes(name)) return []
        const same = sameAddress[name]
        return same
          ? [<SameAs key={same.name} form={form} same={same} />, field(name)]
          : [field(name)]
      })}
      {number === 5 && <Signing {...context}>{signing.map(field)}</Signing>}
    </div>
  )
}

function Signing({ children, ...context }: SectionContext & { children: React.ReactNode }) {
  const { fields, form, current, awake, typed, values, company, termsVersion } = context
  return (
    <>
      <AnswersSummary values={typed} />
      <PrivacyNotice company={company} />
      <Signature
        open={awake && current === 5}
        onFile={context.signatureOnFile}
        typedName={String(values.typedName ?? '')}
        error={fields.authSignature.errors?.[0]}
        onChange={() => fields.authSignature.errors && form.validate({ name: 'authSignature' })}
      />
      {children}
      <p>
        By signing you accept the{' '}
        <a href="/terms-conditions" target="_blank" rel="noopener">
          supplier terms (opens in new tab)
        </a>
        , version {termsVersion}, for the business named above.
      </p>
    </>
  )
}

function SameAs({
  form,
  same,
}: {
  form: FormMetadata<RegistrationShape>
  same: { name: 'sameInvoiceAddress' | 'sameDeliveryAddress'; copies: [FieldName, FieldName][] }
}) {
  function copy() {
    const element = document.forms.namedItem('registration')
    if (!element) return
    const now = new FormData(element)
    for (const [from, to] of same.copies)
      form.update({ name: to as never, value: String(now.get(from) ?? '') as never })
  }
  return <SameAddress name={same.name} onTick={copy} />
}

const sameAddress: Partial<Record<FieldName, Parameters<typeof SameAs>[0]['same']>> = {
  invoiceAddress: {
    name: 'sameInvoiceAddress',
    copies: [
      ['businessAddress', 'invoiceAddress'],
      ['postCode', 'invoicePostCode'],
    ],
  },
  deliveryAddress: {
    name: 'sameDeliveryAddress',
    copies: [
      ['businessAddress', 'deliveryAddress'],
      ['postCode', 'deliveryPostCode'],
    ],
  },
}

function defaultOf(name: FieldName, today: string): FormValues[string] & string {
  if (name === 'agreementDate') return today
  return name === 'accountType' ? 'credit' : ''
}
