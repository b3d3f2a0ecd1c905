import { useFormMetadata } from '@conform-to/react'
import { Fragment, type ReactNode } from 'react'
import { mailtoLink } from '#src/forms/email-address.ts'
import { type FieldName, fields, formFieldNames } from '#src/forms/fields/fields.ts'
import {
  begunSections,
  type DirectorRow,
  type FormValues,
  idOf,
  sectionTitles,
} from '#src/forms/registration/sections.ts'
import type { ShownRequest } from '#src/forms/signing/shown-request.ts'
import { inOneLine } from '#src/forms/text.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { longDay } from '#src/ui/record/dates.ts'
import { AskSigner, EndedRequest, WaitsForSigner } from './AskSigner.tsx'
import { Directors } from './Directors.tsx'
import { FormField } from './FormField.tsx'
import { WithCopies } from './SameAs.tsx'
import { Signature, type SignatureOnFile } from './Signature.tsx'
import { type ShownTerms, Terms } from './Terms.tsx'
import { formId } from './typing.ts'

export type Reply = { typed: FormValues; error: Record<string, string[]> }

export type Props = {
  draftId: string
  draftVersion: number
  values: FormValues
  reply: Reply | null
  notice: string | null
  section: number
  complete: number[]
  reached: boolean
  /** Today in the supplier's time zone, as `YYYY-MM-DD`. */
  today: string
  /** The supplier's time zone, such as `Europe/London`. */
  timezone: string
  signatureOnFile: SignatureOnFile | null
  company: { privacy: string; salesEmail: string; privacyUrl: string | null }
  terms: ShownTerms
  /** The signer whom the applicant has asked. */
  request: ShownRequest | null
  /** Whether the server can send emails, so that a signer can be asked. */
  canAsk: boolean
}

type SectionProps = Props & {
  number: number
  errors: Record<string, string>
  awake: boolean
  isOpen: boolean
  pending: string
  nav: ReactNode
  abroad: FieldName[]
}

export function Section(props: SectionProps) {
  const { number, errors, company } = props
  if (number === 2) return <Directors formId={formId} error={errors.directors} />
  return (
    <div className="fields">
      {number === 1 && <PrivacyNotice company={company} />}
      <Fields {...props} names={namesOf(number, false)} />
      {number === 5 && <Signing {...props} />}
    </div>
  )
}

const namesOf = (section: number, signed: boolean) =>
  formFieldNames(section).filter((name) => (fields[name].signed ?? false) === signed)

function Signing(props: SectionProps) {
  const { errors, awake, isOpen, company, terms, signatureOnFile, draftId, reply, nav } = props
  const { request, pending } = props
  const isWaiting = request?.state === 'waiting'
  const answers = (useFormMetadata(formId).value ?? {}) as Record<string, unknown>
  const isTypedOnFile = signatureOnFile?.isTyped ?? false
  return (
    <>
      <PrivacyNotice company={company} />
      <section className="answers" aria-labelledby="check">
        <h2 id="check">Check your answers before you sign</h2>
        {(isOpen || (!awake && (draftId || reply))) && <AnswersSummary awake={awake} />}
        {!awake && (
          <Button type="submit" small name="step" value="read-back">
            Update this summary
          </Button>
        )}
      </section>
      <section className="fields signing" aria-labelledby="signing">
        <h2 id="signing">Sign and submit</h2>
        {isWaiting ? (
          <WaitsForSigner request={request} pending={pending} />
        ) : (
          <>
            {request && <EndedRequest request={request} />}
            <Signature
              awake={awake}
              open={isOpen}
              onFile={signatureOnFile}
              isTyped={reply?.typed.signing ? reply.typed.signing === 'type' : isTypedOnFile}
              name={String(answers.signerName ?? '').trim()}
              error={errors.authSignature}
            />
            <Fields {...props} names={namesOf(5, true)} />
            <Terms {...terms} business={String(answers.businessName ?? '').trim()} />
          </>
        )}
        {nav}
      </section>
      <AskSigner {...props} typed={(reply?.typed ?? {}) as Record<string, string>} />
    </>
  )
}

function Fields({
  errors,
  reply,
  names,
  today,
  abroad,
}: SectionProps & { names: readonly FieldName[] }) {
  const answers = useFormMetadata(formId).getFieldset() as Record<
    string,
    { initialValue?: unknown }
  >
  const answerOf = (name: FieldName) => (answers[name]?.initialValue ?? '') as string | string[]
  return (
    <WithCopies
      formId={formId}
      nameOf={(name) => name}
      names={names}
      savedOf={answerOf}
      isTicked={({ box }) => reply?.typed[box] !== undefined}
      draw={(name, readOnly) => (
        <Fragment key={name}>
          {headings[name] && <h3>{headings[name]}</h3>}
          <FormField
            name={name}
            value={answerOf(name)}
            error={errors[name]}
            readOnly={readOnly}
            today={today}
            abroad={abroad}
          />
        </Fragment>
      )}
    />
  )
}

const headings: Partial<Record<FieldName, string>> = {
  telephone: 'Contact',
  coRegistration: 'Registration and tax',
  businessEstablished: 'About the business',
}

function AnswersSummary({ awake }: { awake: boolean }) {
  const answers = (useFormMetadata(formId).value ?? {}) as FormValues
  const begun: number[] = begunSections(answers)
  return [1, 2, 3, 4].map((section) => {
    const isBegun = begun.includes(section)
    const rows =
      section === 2
        ? directorRows(answers.directors)
        : formFieldNames(section).map((name) => answerRow(name, answers[name]))
    const texts = rows.map(({ value }) => value.trim()).filter(Boolean)
    return (
      <details
        key={section}
        open={awake && ((innerWidth > 640 && isBegun) || location.hash === `#answers-${section}`)}
      >
        <summary id={`answers-${section}`}>
          <h3>{sectionTitles[section - 1]}</h3>
          <span className="hint">
            {inOneLine(texts.slice(0, 3).join(', ')) || 'Nothing given yet'}
          </span>
        </summary>
        <dl className="summary">
          {rows.map(({ label, value, href, what }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value.trim() || 'Not given'}</dd>
              <dd>
                <a href={href}>
                  Change<span className="visually-hidden"> {what}</span>
                </a>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    )
  })
}

function answerRow(name: FieldName, answer: unknown) {
  const { label } = fields[name]
  const value = [answer ?? ''].flat().map((word) => wordsOf(name, String(word)))
  return { label, value: value.join(', '), href: `#${idOf(name)}`, what: label }
}

const directorRows = (rows: unknown) =>
  ((rows ?? [{}]) as (Partial<DirectorRow> | undefined)[]).map((row, index) => ({
    label: `Director ${index + 1}`,
    // A row without a name is not saved.
    value: row?.name?.trim() ? [row.name, row.position].filter(Boolean).join(', ') : '',
    href: `#directors-${index}-name`,
    what: `director ${index + 1}`,
  }))

function wordsOf(name: FieldName, value: string): string {
  const { type, options } = fields[name]
  if (options) return options[value] ?? value
  return (type === 'day' && longDay(value, 'UTC')) || value
}

function PrivacyNotice({ company }: Pick<Props, 'company'>) {
  return (
    <div className="hint privacy">
      <h3>Privacy</h3>
      <p>
        {company.privacy} Questions:{' '}
        <a href={mailtoLink(company.salesEmail)}>{company.salesEmail}</a>
        {company.privacyUrl && (
          <>
            {' '}
            or our <a href={company.privacyUrl}>privacy notice</a>
          </>
        )}
        .
      </p>
    </div>
  )
}
