import { useEffect, useState } from 'react'
import { fields, labelOf } from '#src/forms/fields/fields.ts'
import { errorsOnPage } from '#src/forms/registration/errors-on-page.ts'
import { goTo } from '#src/ui/calls/go-to.ts'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { usePageData } from '#src/ui/forms/readings.ts'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import { type PageAnswer, useServerForm } from '#src/ui/forms/server-form.ts'
import { notForMe } from '#src/ui/signing/not-for-me.ts'
import { signingToasts } from '#src/ui/toasts/signing-texts.ts'
import { worded } from '#src/ui/toasts/toast.ts'
import { Signature } from './registration-form/Signature.tsx'
import { type ShownTerms, Terms } from './registration-form/Terms.tsx'

type Row = { label: string; value: string }

type Props = {
  application: string
  /** The version of the application whose answers are shown. */
  version: number
  business: string
  sections: { title: string; rows: Row[] }[]
  /** The applicant's changes since the link was opened in this browser. */
  changes: { label: string; before: string | null; after: string }[]
  terms: ShownTerms
  sign: FormState<Signed>
  sendBack: FormState<'note'>
}

type Signed = 'signing' | 'authSignature' | 'signerName' | 'position' | 'agreementDate'

/** Shows the signer all answers and the signing block of the form. */
export default function SignApplication(served: Props) {
  const [data, refresh] = usePageData(served, signingToasts.notRead)
  return (
    <>
      <Changes changes={data.changes} />
      <Answers sections={data.sections} />
      <Signing {...data} reread={refresh} />
      <SendBack {...data} />
      <NotForMe application={data.application} />
    </>
  )
}

function Changes({ changes }: Pick<Props, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <section className="notice" aria-labelledby="changed">
      <h2 id="changed">Changed since you opened the link</h2>
      <dl className="summary">
        {changes.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{`${after}\nBefore: ${before ?? 'not given'}`}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Answers = ({ sections }: Pick<Props, 'sections'>) => (
  <section className="answers" aria-labelledby="answers">
    <h2 id="answers">The answers</h2>
    {sections.map(({ title, rows }) => (
      <details key={title} open>
        <summary>
          <h3>{title}</h3>
        </summary>
        <dl className="summary">
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    ))}
  </section>
)

function Signing(props: Props & { reread: () => Promise<void> }) {
  const { application, version, business, terms, sign, reread } = props
  const [awake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  const form = useServerForm<Signed>({
    id: 'sign',
    of: sign,
    page: '/sign',
    action: 'default',
    isCheckedByServer: true,
    errorsAt: (errors, data) => errorsOnPage(data, errors),
    failed: worded(signingToasts.notSigned),
    reread,
  })
  const errors = form.form.allErrors as Record<string, string[] | undefined>
  const name = form.fields.signerName
  const posted = form.valueOf('signing')
  return (
    <section className="fields signing" aria-labelledby="signing">
      <h2 id="signing">Sign and submit</h2>
      <Form
        of={form}
        hidden={{ application, draftVersion: version }}
        idOf={(name) => ids[name] ?? `sign-${name}`}
      >
        <Signature
          awake={awake}
          open={awake}
          onFile={null}
          isTyped={posted === 'type'}
          name={String(name.value ?? name.initialValue ?? '').trim()}
          error={errors.authSignature?.[0]}
        />
        <Field
          of={name}
          label={labelOf(fields.signerName)}
          hint={fields.signerName.hint}
          autoComplete="name"
        />
        <Field
          of={form.fields.position}
          label={labelOf(fields.position)}
          autoComplete="organization-title"
        />
        <Field of={form.fields.agreementDate} as="date" label={labelOf(fields.agreementDate)} />
        <Terms {...terms} error={errors.termsVersion?.[0] ?? ''} business={business} />
        <div className="actions">
          <SubmitButton waiting="Submitting...">Sign and submit</SubmitButton>
        </div>
      </Form>
    </section>
  )
}

const ids: Record<string, string> = { authSignature: 'authSignature', termsVersion: 'termsVersion' }

function SendBack({ application, sendBack }: Props) {
  const form = useServerForm<'note'>({
    id: 'send-back',
    of: sendBack,
    page: '/sign',
    action: 'send-back',
    failed: worded(signingToasts.notSentBack),
    done: leave,
  })
  return (
    <details open={sendBack.reply !== null}>
      <summary>Send it back</summary>
      <Form of={form} hidden={{ application }}>
        <p>
          The link stops working, and your note is sent to the main email address of the
          application.
        </p>
        <Field of={form.fields.note} as="area" label="What is wrong?" />
        <div className="actions">
          <SubmitButton variant="outlined" waiting="Sending...">
            Send it back
          </SubmitButton>
        </div>
      </Form>
    </details>
  )
}

/** Loads the next page, although it has the same path. */
const leave = ({ next }: PageAnswer) => goTo(next)

const noFields: FormState<never> = { constraint: {}, kinds: {}, texts: {}, values: {}, reply: null }

function NotForMe({ application }: Pick<Props, 'application'>) {
  const form = useServerForm<never>({
    id: 'not-for-me',
    of: noFields,
    page: '/sign',
    action: 'decline',
    failed: worded(signingToasts.notDeclined),
    done: leave,
  })
  return (
    <details>
      <summary>{notForMe.title}</summary>
      <Form of={form} hidden={{ application }}>
        <p>{notForMe.text}</p>
        <div className="actions">
          <SubmitButton variant="danger" waiting="Sending...">
            {notForMe.button}
          </SubmitButton>
        </div>
      </Form>
    </details>
  )
}
