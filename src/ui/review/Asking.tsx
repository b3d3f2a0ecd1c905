import { useState } from 'react'
import { recordHref } from '#src/forms/admin/dashboard-query.ts'
import { longestRequest } from '#src/forms/requests/requests.ts'
import { Field } from '#src/ui/forms/Field.tsx'
import { success } from '#src/ui/toasts/toast.ts'
import { DeskDialog, useDeskForm } from './DeskForm.tsx'
import type { Desk, DeskAction, Part } from './review.ts'

export const ask: DeskAction = {
  right: 'annotate',
  done: success('Your question is on its way to the customer'),
  Dialog: AskDialog,
}

export const move: DeskAction = {
  right: 'move-sign-in',
  done: success('Sign-in address changed'),
  Dialog: MoveSignIn,
}

/** Tells whether the reader may ask a question. Only one can be open. */
export const mayAsk = ({ review: { record }, may }: Desk) =>
  may('annotate') &&
  record.status === 'submitted' &&
  !record.requests.some(
    ({ isStanding, answeredAt, closedAt }) => !isStanding && !answeredAt && !closedAt,
  )

function AskDialog({ desk }: Part) {
  const form = useDeskForm<'request'>(desk, 'ask')
  // If another reviewer was faster, the dialog keeps what was typed.
  if (!mayAsk(desk) && desk.dialog !== 'ask') return null
  return (
    <DeskDialog desk={desk} name="ask" title="Ask the Customer" form={form} submit="Send Question">
      <Field
        of={form.fields.request}
        as="area"
        label="What is missing?"
        hint="The customer gets this by email and answers in the portal. The reply clock stops while you wait for the customer."
        maxLength={longestRequest}
        required
      />
    </DeskDialog>
  )
}

function MoveSignIn({ desk }: Part) {
  const { record, list } = desk.review
  const [holder, setHolder] = useState(desk.review.dialog === 'move' ? desk.review.holder : null)
  const form = useDeskForm<'signInEmail'>(desk, 'move', {
    refused: (refusal) => setHolder(refusal.holder ?? null),
    done() {
      setHolder(null)
      return desk.finish()
    },
  })
  if (!record.signInEmail && desk.dialog !== 'move') return null
  return (
    <DeskDialog
      desk={desk}
      name="move"
      title="Change Sign-in Address"
      form={form}
      submit="Move Sign-in"
      waiting="Moving..."
    >
      <p>
        We send the new address a link to set a password. We also tell the current address
        {record.signInEmail && (
          <>
            , <strong>{record.signInEmail}</strong>
          </>
        )}
        , which can then no longer sign in.
      </p>
      {holder && (
        <p>
          <a href={recordHref(holder, list)}>Open the application that has this address</a>
        </p>
      )}
      <Field
        of={form.fields.signInEmail}
        as="email"
        label="New sign-in address"
        maxLength={254}
        autoComplete="off"
        required
      />
    </DeskDialog>
  )
}
