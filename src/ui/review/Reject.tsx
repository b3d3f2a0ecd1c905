import { queryString } from '#src/forms/admin/dashboard-query.ts'
import { MailNotice } from '#src/ui/admin/Notices.tsx'
import { CancelButton, Dialog } from '#src/ui/forms/Dialog.tsx'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import { patch } from '#src/ui/forms/send.ts'
import { type Refusal, useServerForm } from '#src/ui/forms/server-form.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Review } from './review.ts'

export type RejectProps = {
  record: Pick<Review['record'], 'id' | 'version' | 'status' | 'mail'>
  /** A question to the customer is open, and the decision closes it. */
  closesQuestion: boolean
  missing: Review['missing']
  expected: Review['expected']
  list: Review['list']
  timezone: string
  maySetUpMail: boolean
  state: FormState<'reason'>
}

type Desk = {
  isOpen: boolean
  onClose: () => void
  /** After the rejection. */
  done: () => unknown
  /** After a refusal on an older version: shows what is stored by now. */
  reread: (refusal: Refusal) => Promise<unknown>
}

export function Reject({ isOpen, onClose, done, reread, ...props }: RejectProps & Desk) {
  const { record, expected, list, maySetUpMail, timezone, state } = props
  const { id, mail } = record
  const { version, status } = expected ?? record
  const form = useServerForm({
    id: 'reject-form',
    of: state,
    action: 'reject',
    send: patch(`/api/applications/${id}/reject`, version),
    failed: adminToasts.rejectFailed,
    success: adminToasts.rejected,
    async done() {
      onClose()
      await done()
    },
    reread,
  })
  const close = () => {
    form.forget()
    onClose()
  }
  return (
    <Dialog id="reject" title="Reject Application" isOpen={isOpen} onClose={close}>
      <Form
        of={form}
        inDialog
        hidden={{ list: queryString(list).slice(1) || null, version, status }}
      >
        <Field
          of={form.fields.reason}
          as="area"
          label="Reason (optional)"
          hint="Sent to the customer exactly as written"
          rows={4}
          maxLength={2000}
        />
        {mail && <MailNotice status={mail} hasLink={maySetUpMail} timezone={timezone} />}
        <Hints {...props} />
        <div className="actions">
          {/* First in the form, so that Enter sends; drawn last. */}
          <SubmitButton variant="danger" waiting="Sending..." aria-describedby="reject-note">
            Reject & Send Email
          </SubmitButton>
          <CancelButton onPress={close} />
        </div>
      </Form>
    </Dialog>
  )
}

function Hints({ record: { mail }, closesQuestion, missing }: RejectProps) {
  const lacking = [missing.name && 'full name', missing.signature && 'signature'].filter(Boolean)
  return (
    <div className="sections-tight">
      {closesQuestion && (
        <p className="hint">
          Your question to the customer is still open. It will be closed without an answer.
        </p>
      )}
      {lacking.length > 0 && (
        <p className="hint">
          {`You have no ${lacking.join(' and no ')} saved, so the document will carry only your ${missing.name ? 'username' : 'name'}. `}
          <a href="/admin/account">Add it</a>
        </p>
      )}
      <p className="hint" id="reject-note">
        {mail
          ? 'The customer gets the email once email goes out again.'
          : 'The customer gets an email.'}
      </p>
    </div>
  )
}
