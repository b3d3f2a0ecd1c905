import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import type { AdminRecord } from '#src/domain/review/record.ts'
import {
  agreedLabels,
  agreedLengths,
  approvalWords,
  poundsText,
  usualTerms,
} from '#src/forms/admin/decisions.ts'
import { AloneNotice, MailNotice } from '#src/ui/admin/Notices.tsx'
import { CheckboxGroup } from '#src/ui/fields/ChoiceGroup.tsx'
import { areaOf, boxesOf, inputOf } from '#src/ui/fields/control.ts'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { SignInAgain } from '#src/ui/sign-in/SignInAgain.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import type { FormPart, Part, Review } from './review.ts'

type Approval =
  | 'customerCode'
  | 'creditLimit'
  | 'paymentTerms'
  | 'reviewDate'
  | 'remark'
  | 'isInDocument'
  | 'sharedCode'

export function Approve({ form: [form, fields], ...part }: FormPart<Approval>) {
  const { record, secondPersonAbove } = part.review
  const isCredit = record.accountType === 'credit'
  const above = isCredit ? secondPersonAbove : null
  const usual = {
    above,
    title: record.status === 'rejected' ? 'Re-approve Application' : 'Approve Application',
    note: noteOf(record),
  }
  const { title, submit, note } = approvalWords(
    String(fields.creditLimit.initialValue ?? ''),
    usual,
  )
  const limit = isCredit && (
    <TextField
      {...inputOf(fields.creditLimit)}
      label={`${agreedLabels.creditLimit} in £${above === null ? ' (optional)' : ''}`}
      hint={
        above === null
          ? 'Whole pounds, such as 25,000'
          : `Whole pounds. Required, because above ${poundsText(above)} this proposes the approval and a second person has to confirm it.`
      }
      inputMode="numeric"
      width="code"
      autoComplete="off"
      required={above !== null}
    />
  )
  const folded = [fields.paymentTerms, fields.reviewDate, fields.remark, fields.isInDocument]
  if (above === null) folded.push(fields.creditLimit)
  return (
    <DecisionDialog
      name="approve"
      id={form.id}
      data-usual={JSON.stringify(usual)}
      {...{ title, submit, note, part }}
    >
      <CodeField code={fields.customerCode} shared={fields.sharedCode} application={record.id} />
      {above !== null && limit}
      {above !== null && part.review.owners.length < 2 && (
        <AloneNotice mayInvite={part.may('team')} />
      )}
      <details open={folded.some(({ initialValue, errors }) => initialValue || errors)}>
        <summary>Agreed terms (optional)</summary>
        <div className="fields">
          {above === null && limit}
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
            hint={part.review.reviewHint ?? undefined}
            required={false}
            width="code"
          />
          <TextArea
            {...areaOf(fields.remark)}
            label={`${agreedLabels.remark} (optional)`}
            hint="Only your team can see this"
            maxLength={agreedLengths.remark}
          />
          <CheckboxGroup
            {...boxesOf(fields.isInDocument)}
            label="Countersigned document"
            options={[
              {
                value: 'true',
                label: 'Show limit, terms and review date in the countersigned document',
                hint: 'The customer gets this document. The approval email and the client portal show them too.',
              },
            ]}
          />
        </div>
      </details>
    </DecisionDialog>
  )
}

/** `islands/review.ts` makes a call of its form. */
function DecisionDialog({
  name,
  submit,
  note,
  part: { review, may },
  children,
  ...dialog
}: {
  name: 'approve' | 'reject'
  id: string
  title: string
  submit: string
  note: string
  part: Part
  children: ReactNode
}) {
  const { record, timezone, refused, expected, missing } = review
  const { id, mail } = record
  const { version, status } = expected ?? record
  return (
    <ReviewDialog
      name={name}
      review={review}
      data-patch={`/api/applications/${id}/${name}`}
      data-version={version}
      data-status={status}
      {...dialog}
      data-in-place={undefined}
      submit={submit}
      variant={name === 'approve' ? 'primary' : 'danger'}
      button={{ 'data-waiting': 'Sending...', 'aria-describedby': `${name}-note` }}
    >
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="status" value={status} />
      <Refused button={submit} notice={refused?.action === name ? refused.notice : null} />
      {children}
      {mail && <MailNotice status={mail} hasLink={may('settings')} timezone={timezone} />}
      <div className="sections-tight">
        {record.requests.some(({ answeredAt, closedAt }) => !answeredAt && !closedAt) && (
          <p className="hint">
            Your question to the customer is still open. It will be closed without an answer.
          </p>
        )}
        {(missing.name || missing.signature) && (
          <p className="hint">
            {`You have no ${missingWords(missing)} saved, so the document will carry only your ${missing.name ? 'username' : 'name'}. `}
            <a href="/admin/account">Add it</a>
          </p>
        )}
        <p className="hint" id={`${name}-note`}>
          {note}
        </p>
      </div>
    </ReviewDialog>
  )
}

const missingWords = ({ name, signature }: Review['missing']) =>
  [...(name ? ['full name'] : []), ...(signature ? ['signature'] : [])].join(' and no ')

/** `islands/review.ts` shows either line. */
export const Refused = ({ button, notice }: { button: string; notice: string | null }) => (
  <div role="alert">
    <p className="notice notice-bad" data-refused="" hidden={notice === null}>
      {notice}
    </p>
    <div className="notice notice-bad" data-ended="" hidden>
      <SignInAgain href="/admin" button={button} />
    </div>
  </div>
)

const noteOf = ({ mail }: AdminRecord) =>
  mail ? 'The customer gets the email once email goes out again.' : 'The customer gets an email.'

type CodeFieldProps = { code: FieldMetadata; shared: FieldMetadata; application: string }

/** `islands/review.ts` asks who has the code while it is typed; another company's needs the tick. */
function CodeField({ code, shared, application }: CodeFieldProps) {
  const warning = shared.errors?.[0]
  const ids = { box: shared.id, text: `${shared.id}-warning` }
  return (
    <>
      <TextField
        {...inputOf(code)}
        label="Customer code"
        hint="The customer sees it in the portal and in the email"
        placeholder="e.g. CUST-0001"
        width="code"
        maxLength={50}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-code-check={`/api/applications/${application}/customer-code`}
      />
      <div role="alert">
        <div className="notice notice-warn" data-shared-code="" hidden={!warning}>
          <p id={ids.text}>{warning}</p>
          <label className="choice">
            <input
              type="checkbox"
              id={ids.box}
              name={shared.name}
              value={warning ? String(code.initialValue ?? '') : ''}
              aria-describedby={ids.text}
              aria-invalid={warning ? true : undefined}
            />
            <span>Give both companies this code</span>
          </label>
        </div>
      </div>
    </>
  )
}

type Correction = FormPart<'customerCode' | 'sharedCode'>

/** For a slip of the pen: the approval itself stays. */
export function CorrectCode({ review, may, form: [form, fields] }: Correction) {
  const { record, timezone } = review
  if (record.status !== 'approved' || record.closedOn || !may('decide')) return null
  return (
    <ReviewDialog
      name="correct"
      id={form.id}
      title="Correct Customer Code"
      review={review}
      submit="Correct &amp; Send Email"
    >
      <input type="hidden" name="version" value={record.version} />
      <CodeField code={fields.customerCode} shared={fields.sharedCode} application={record.id} />
      {record.mail && (
        <MailNotice status={record.mail} hasLink={may('settings')} timezone={timezone} />
      )}
      <p className="hint">
        The customer gets one email with this code. A new decision document replaces the last.
      </p>
    </ReviewDialog>
  )
}
