import type { FieldMetadata } from '@conform-to/react'
import { MailNotice } from '#src/ui/admin/emails/MailNotice.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import type { FormPart } from './review.ts'

type CodeFieldProps = { code: FieldMetadata; shared: FieldMetadata; application: string }

/** `islands/review.ts` asks who has the code while it is typed; another company's needs the tick. */
export function CodeField({ code, shared, application }: CodeFieldProps) {
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
  if (record.status !== 'approved' || !may('decide')) return null
  return (
    <ReviewDialog
      name="correct"
      id={form.id}
      title="Correct the customer code"
      review={review}
      data-in-place=""
      submit={
        <Button type="submit" variant="primary" name="action" value="correct">
          Correct &amp; Send Email
        </Button>
      }
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
