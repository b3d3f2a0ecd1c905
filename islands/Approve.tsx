import { useEffect, useRef, useState } from 'react'
import {
  agreedLabels,
  agreedLengths,
  isAboveLimit,
  poundsText,
  readPounds,
  usualTerms,
} from '#src/forms/admin/agreed-terms.ts'
import { CheckboxGroup } from '#src/ui/fields/ChoiceGroup.tsx'
import { areaOf, boxesOf, inputOf } from '#src/ui/fields/control.ts'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import {
  DecisionDialog,
  type DecisionProps,
  showDecision,
  useReviewForm,
} from './review/decision.tsx'

export type Props = DecisionProps & {
  /** The code that a rejected application had (rules 111 and 112). */
  customerCode: string
  isCredit: boolean
  /** Whole pounds: a credit limit above it needs two persons; `null` while one is enough. */
  secondPersonAbove: number | null
}

type Values = {
  customerCode: string
  sharedCode: string
  creditLimit: string
  paymentTerms: string
  reviewDate: string
  remark: string
  isInDocument: string
}

/** Approve with a customer code, and with what accounts agreed. */
export default function Approve({ customerCode, isCredit, secondPersonAbove, ...props }: Props) {
  const { application, refused, constraint } = props
  // a code that another company has is sent with the second press
  const [shared, setShared] = useState(
    refused?.errors.sharedCode
      ? { code: refused.typed.customerCode ?? '', text: refused.errors.sharedCode }
      : null,
  )
  const decision = useReviewForm<Values>('approve-form', application, {
    refused,
    constraint,
    defaultValue: { customerCode },
    async onSend(values) {
      const body = answersIn(values)
      const code = body.customerCode ?? ''
      const { answer, errors } = await decision.patch({
        path: '/approve',
        body,
        ...(shared?.code !== code && { headers: { 'Shared-Code': 'ask' } }),
        failed: () => adminToasts.approveFailed,
        // a code that was filled in from the record was typed by nobody
        blank: code === customerCode && Object.keys(body).length === 1,
      })
      if (errors.sharedCode) setShared({ code, text: errors.sharedCode })
      if (answer) await showDecision(form.id, answer.proposal ? 'propose' : 'approve')
    },
  })
  const { form, fields } = decision
  const code = fields.customerCode.value?.trim() ?? ''

  // the record was read again, with another code to fill in
  const filledIn = useRef(customerCode)
  useEffect(() => {
    const before = filledIn.current
    filledIn.current = customerCode
    const element = document.getElementById('approve-form')
    if (before !== customerCode && code === before && element instanceof HTMLFormElement)
      element.reset()
  })

  const asksSecondPerson = isCredit && secondPersonAbove !== null
  const typedLimit = fields.creditLimit.value?.trim() ?? ''
  const proposes =
    asksSecondPerson && isAboveLimit(readPounds(typedLimit) ?? null, secondPersonAbove)
  const submit = proposes ? 'Propose the Approval' : 'Approve & Send Email'
  const title = application.status === 'rejected' ? 'Re-approve Application' : 'Approve Application'
  const missingLimit =
    asksSecondPerson && !typedLimit
      ? `Enter a credit limit too: above ${poundsText(secondPersonAbove)} a second person has to confirm the approval.`
      : null
  const limit = isCredit && (
    <TextField
      {...inputOf(fields.creditLimit)}
      label={`${agreedLabels.creditLimit} in £${asksSecondPerson ? '' : ' (optional)'}`}
      hint={
        asksSecondPerson
          ? `Whole pounds. Required, because above ${poundsText(secondPersonAbove)} this proposes the approval and a second person has to confirm it.`
          : 'Whole pounds, such as 25,000'
      }
      inputMode="numeric"
      width="code"
      autoComplete="off"
      required={asksSecondPerson}
    />
  )
  const folded = [fields.paymentTerms, fields.reviewDate, fields.remark, fields.isInDocument]
  if (!asksSecondPerson) folded.push(fields.creditLimit)
  return (
    <DecisionDialog
      name="approve"
      id={form.id}
      title={proposes ? submit : title}
      submit={submit}
      missing={code ? null : 'Enter a customer code to approve the application.'}
      note={
        proposes
          ? 'This only proposes the approval. Somebody else has to confirm it, and the customer gets no email before that.'
          : missingLimit
      }
      onSubmit={form.onSubmit}
      onClose={decision.forgetFailure}
      {...{ decision, props }}
    >
      <TextField
        {...inputOf(fields.customerCode)}
        label="Customer code"
        hint="The customer sees it in the portal and in the email"
        placeholder="e.g. CUST-0001"
        width="code"
        maxLength={50}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {asksSecondPerson && limit}
      <details open={folded.some(({ initialValue, errors }) => initialValue || errors)}>
        <summary>What was agreed (optional)</summary>
        <div className="fields">
          {!asksSecondPerson && limit}
          <TextField
            {...inputOf(fields.paymentTerms)}
            label={`${agreedLabels.paymentTerms} (optional)`}
            list="usual-terms"
            maxLength={agreedLengths.paymentTerms}
            autoComplete="off"
          />
          <datalist id="usual-terms">
            {usualTerms.map((terms) => (
              <option key={terms} value={terms} />
            ))}
          </datalist>
          <TextField
            {...inputOf(fields.reviewDate, 'date')}
            label={`${agreedLabels.reviewDate} (optional)`}
            required={false}
            width="code"
          />
          <TextArea
            {...areaOf(fields.remark)}
            label={`${agreedLabels.remark} (optional)`}
            hint="Only people of the back office read it"
            maxLength={agreedLengths.remark}
          />
          <CheckboxGroup
            {...boxesOf(fields.isInDocument)}
            label="Countersigned document"
            options={[
              {
                value: 'true',
                label: 'Show limit, terms and review date in the countersigned document',
                hint: 'The customer gets this document.',
              },
            ]}
          />
        </div>
      </details>
      <div role="alert">
        {shared && shared.code === code && (
          <div className="notice">
            <p>{shared.text}</p>
            <p>{`To give this company the same code, press "${submit}" again.`}</p>
          </div>
        )}
      </div>
      {/* without scripts it is always asked; with them the call asks */}
      <input type="hidden" name="sharedCode" value={shared?.code ?? ''} />
    </DecisionDialog>
  )
}

/** The customer code, and what else was filled in. */
function answersIn(values: FormData): Record<string, string> {
  const own = new Set(['version', 'sharedCode', 'action'])
  const filled = [...values].map(([name, value]) => [name, String(value).trim()] as const)
  return Object.fromEntries(filled.filter(([name, text]) => text && !own.has(name)))
}
