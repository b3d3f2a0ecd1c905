import { areaOf } from '#src/ui/fields/control.ts'
import { TextArea } from '#src/ui/fields/Field.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import {
  DecisionDialog,
  type DecisionProps,
  showDecision,
  useReviewForm,
} from './review/decision.tsx'

/** Reject with an optional reason, which the customer can read. */
export default function Reject(props: DecisionProps) {
  const { application, refused, constraint } = props
  const decision = useReviewForm<{ reason: string }>('reject-form', application, {
    refused,
    constraint,
    defaultValue: {},
    async onSend(values) {
      const reason = String(values.get('reason')).trim()
      const { answer } = await decision.patch({
        path: '/reject',
        body: reason ? { reason } : {},
        failed: () => adminToasts.rejectFailed,
        blank: !reason,
      })
      if (answer) await showDecision(form.id, 'reject')
    },
  })
  const { form, fields } = decision
  return (
    <DecisionDialog
      name="reject"
      id={form.id}
      title="Reject Application"
      submit="Reject & Send Email"
      missing={null}
      onSubmit={form.onSubmit}
      onClose={decision.forgetFailure}
      {...{ decision, props }}
    >
      <TextArea
        {...areaOf(fields.reason)}
        label="Reason (optional)"
        hint="Sent to the customer exactly as written"
        rows={4}
        maxLength={2000}
      />
    </DecisionDialog>
  )
}
