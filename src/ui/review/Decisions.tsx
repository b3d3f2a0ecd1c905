import { useEffect, useState } from 'react'
import type { AdminRecord } from '#src/domain/review/record.ts'
import { approvalWords, usualTerms } from '#src/forms/admin/approval-words.ts'
import { agreedLabels, agreedLengths, poundsText } from '#src/forms/admin/decisions.ts'
import { AloneNotice, MailNotice } from '#src/ui/admin/Notices.tsx'
import { Field } from '#src/ui/forms/Field.tsx'
import { patch } from '#src/ui/forms/send.ts'
import type { ServerForm } from '#src/ui/forms/server-form.ts'
import type { Values } from '#src/ui/forms/values.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { success } from '#src/ui/toasts/toast.ts'
import { DeskDialog, Folded, useDeskForm } from './DeskForm.tsx'
import type { Desk, DeskAction, Part } from './review.ts'
import { CodeField, useSharedCode } from './SharedCode.tsx'

export const approve: DeskAction = { right: 'decide', done: adminToasts.approved, Dialog: Approve }

export const reject: DeskAction = { right: 'decide', done: adminToasts.rejected, Dialog: Reject }

export const correct: DeskAction = {
  right: 'decide',
  done: success('Customer code corrected', 'The customer gets the new code by email.'),
  Dialog: CorrectCode,
}

type Decided = Pick<AdminRecord, 'proposal'> & { warnings: string[] }

/** Sends a decision by a call, on the version that the page shows. */
function useDecision<Name extends string>(
  desk: Desk,
  name: 'approve' | 'reject',
  options: Parameters<typeof useDeskForm<Name, Decided>>[2],
) {
  const { record, expected } = desk.review
  const { version } = expected ?? record
  const path = `/api/applications/${record.id}/${name}`
  return useDeskForm<Name, Decided>(desk, name, {
    send: patch(path, version, name === 'approve' ? { 'Shared-Code': 'ask' } : {}),
    body: filled,
    done: ({ warnings }) => desk.finish(warnings),
    reread: ({ message }) => desk.reconsider(name, message),
    ...options,
  })
}

const filled = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== false))

/** Returns the version and status that a post without scripts names. */
const decidedOn = ({ review: { record, expected } }: Desk) => {
  const { version, status } = expected ?? record
  return { version, status }
}

type Approval =
  | 'customerCode'
  | 'creditLimit'
  | 'paymentTerms'
  | 'reviewDate'
  | 'remark'
  | 'isInDocument'
  | 'sharedCode'

function Approve({ desk }: Part) {
  const { record, secondPersonAbove, isAlone, reviewHint } = desk.review
  const shared = useSharedCode(desk)
  const form = useDecision<Approval>(desk, 'approve', {
    failed: adminToasts.approveFailed,
    success: ({ proposal }) => (proposal ? adminToasts.proposed : adminToasts.approved),
    refused: shared.refused,
    done({ warnings }) {
      return desk.finish(warnings)
    },
  })
  const { fields } = form
  const code = useTyped(form, 'customerCode')
  const creditLimit = useTyped(form, 'creditLimit')
  const above = record.accountType === 'credit' ? secondPersonAbove : null
  const { title, submit, note } = approvalWords(creditLimit.text, {
    above,
    title: record.status === 'rejected' ? 'Re-approve Application' : 'Approve Application',
    note: noteOf(record),
  })
  const lacksCode = code.isAwake && code.text.trim() === ''
  const limit = record.accountType === 'credit' && (
    <Field
      of={fields.creditLimit}
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
  const folded: Approval[] = ['paymentTerms', 'reviewDate', 'remark', 'isInDocument']
  if (above === null) folded.push('creditLimit')
  return (
    <DeskDialog
      desk={desk}
      name="approve"
      title={title}
      form={form}
      hidden={decidedOn(desk)}
      submit={submit}
      disabled={lacksCode}
      note="approve-note"
    >
      <CodeField desk={desk} form={form} code={code.text} shared={shared} />
      {above !== null && limit}
      {above !== null && isAlone && <AloneNotice mayInvite={desk.may('team')} />}
      <Folded
        summary="Agreed terms (optional)"
        mustOpen={folded.some((name) => Boolean(form.valueOf(name) || fields[name].errors))}
      >
        <div className="fields">
          {above === null && limit}
          <Field
            of={fields.paymentTerms}
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
          <Field
            of={fields.reviewDate}
            as="date"
            label={`${agreedLabels.reviewDate} (optional)`}
            hint={reviewHint ?? undefined}
            required={false}
            width="code"
          />
          <Field
            of={fields.remark}
            as="area"
            label={`${agreedLabels.remark} (optional)`}
            hint="Only your team can see this"
            maxLength={agreedLengths.remark}
          />
          <Field
            of={fields.isInDocument}
            as="boxes"
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
      </Folded>
      <Hints
        desk={desk}
        id="approve-note"
        note={lacksCode ? 'Enter a customer code to approve the application.' : note}
      />
    </DeskDialog>
  )
}

/** Returns the value of a field on which other texts depend. */
function useTyped({ form }: ServerForm, name: string) {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  return { text: String(form.value?.[name] ?? ''), isAwake }
}

function Reject({ desk }: Part) {
  const form = useDecision<'reason'>(desk, 'reject', {
    failed: adminToasts.rejectFailed,
    success: adminToasts.rejected,
  })
  return (
    <DeskDialog
      desk={desk}
      name="reject"
      title="Reject Application"
      form={form}
      hidden={decidedOn(desk)}
      submit="Reject & Send Email"
      variant="danger"
      note="reject-note"
    >
      <Field
        of={form.fields.reason}
        as="area"
        label="Reason (optional)"
        hint="Sent to the customer exactly as written"
        rows={4}
        maxLength={2000}
      />
      <Hints desk={desk} id="reject-note" note={noteOf(desk.review.record)} />
    </DeskDialog>
  )
}

const noteOf = ({ mail }: AdminRecord) =>
  mail
    ? 'The customer gets the email once emails can be sent again.'
    : 'The customer gets an email.'

/** Shows what the person should know before they decide. */
function Hints({ desk: { review, may }, id, note }: Part & { id: string; note: string }) {
  const { record, missing, timezone } = review
  const lacking = [missing.name && 'full name', missing.signature && 'signature'].filter(Boolean)
  return (
    <>
      {record.mail && (
        <MailNotice status={record.mail} hasLink={may('settings')} timezone={timezone} />
      )}
      <div className="sections-tight">
        {record.requests.some(({ answeredAt, closedAt }) => !answeredAt && !closedAt) && (
          <p className="hint">
            A question to the customer is still open. It will be closed without an answer.
          </p>
        )}
        {lacking.length > 0 && (
          <p className="hint">
            {`${missing.isSaved ? `Your ${lacking.join(' and ')} came from an earlier version and must be saved again` : `You have no ${lacking.join(' and no ')} saved`}, so the document will show only your ${missing.name ? 'username' : 'name'}. `}
            <a href="/admin/account">{missing.isSaved ? 'Save it again' : 'Add it'}</a>
          </p>
        )}
        <p className="hint" id={id}>
          {note}
        </p>
      </div>
    </>
  )
}

/** Corrects a wrong customer code; the approval itself stays. */
function CorrectCode({ desk }: Part) {
  const { record, timezone } = desk.review
  const shared = useSharedCode(desk)
  const form = useDeskForm<'customerCode' | 'sharedCode'>(desk, 'correct', {
    refused: shared.refused,
    done: () => desk.finish(),
  })
  const code = useTyped(form, 'customerCode')
  const isOpenTo = record.status === 'approved' && !record.closedOn
  if (!isOpenTo && desk.dialog !== 'correct') return null
  return (
    <DeskDialog
      desk={desk}
      name="correct"
      title="Correct Customer Code"
      form={form}
      hidden={{ version: record.version }}
      submit="Correct & Send Email"
    >
      <CodeField desk={desk} form={form} code={code.text} shared={shared} />
      {record.mail && (
        <MailNotice status={record.mail} hasLink={desk.may('settings')} timezone={timezone} />
      )}
      <p className="hint">
        The customer gets one email with this code. A new decision document replaces the last.
      </p>
    </DeskDialog>
  )
}
