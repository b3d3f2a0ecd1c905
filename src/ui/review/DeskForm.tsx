import { type ReactNode, useState } from 'react'
import { queryString } from '#src/forms/admin/dashboard-query.ts'
import { Button, type Variant } from '#src/ui/fields/Button.tsx'
import { CancelButton, Dialog } from '#src/ui/forms/Dialog.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import {
  type PageAnswer,
  type ServerForm,
  type ServerFormOptions,
  useServerForm,
} from '#src/ui/forms/server-form.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { withdrawFailure } from '#src/ui/toasts/store.ts'
import { refused } from '#src/ui/toasts/toast.ts'
import type { Desk, Review } from './review.ts'

/** Returns the form of a desk action, which posts to the page unless `send` is set. */
export function useDeskForm<Name extends string, Answer = PageAnswer>(
  desk: Desk,
  action: string,
  options: Partial<ServerFormOptions<Name, Answer>> = {},
): ServerForm<Name> {
  return useServerForm<Name, Answer>({
    id: `${action}-form`,
    of: (desk.review.forms[action] ?? nothing) as FormState<Name>,
    action,
    failed: (message) => (message ? refused(message) : adminToasts.unreachable),
    done: () => desk.finish(),
    reread: () => desk.refresh(),
    ...options,
  })
}

const nothing: FormState = { constraint: {}, kinds: {}, texts: {}, values: {}, reply: null }

type Hidden = Record<string, string | number | null | undefined>

type DeskDialogProps = {
  desk: Desk
  name: string
  title: string
  form: ServerForm
  hidden?: Hidden
  submit: string
  variant?: Variant
  waiting?: string
  disabled?: boolean
  /** The id of the text that describes the button. */
  note?: string
  children: ReactNode
}

/** Renders a dialog of the desk. Without scripts the server sends it open or closed. */
export function DeskDialog({
  desk,
  name,
  title,
  form,
  hidden = {},
  submit,
  variant = 'primary',
  waiting = 'Sending...',
  disabled = false,
  note,
  children,
}: DeskDialogProps) {
  const close = () => {
    form.forget()
    if (desk.dialog !== name) return
    withdrawFailure()
    desk.close(name)
  }
  return (
    <Dialog id={name} title={title} isOpen={desk.dialog === name} onClose={close}>
      <Form of={form} inDialog hidden={{ list: listOf(desk.review), ...hidden }}>
        {children}
        <div className="actions">
          {/* This button is first in the form, so that Enter sends it, and shown last. */}
          <SubmitButton
            variant={variant}
            waiting={waiting}
            disabled={disabled}
            aria-describedby={note}
          >
            {submit}
          </SubmitButton>
          <CancelButton onPress={close} />
        </div>
      </Form>
    </Dialog>
  )
}

type PressFormProps = {
  desk: Desk
  action: string
  /** Distinguishes the form from others of the same action. */
  id?: string | number
  hidden?: Hidden
  /** Names the entry for people who cannot see which one the button belongs to. */
  about?: string
  waiting?: string
  className?: string
  children: string
}

/** Renders one button, which does its action at once. */
export function PressForm({
  desk,
  action,
  id,
  hidden = {},
  about,
  waiting,
  className = 'no-print',
  children,
}: PressFormProps) {
  const form = useDeskForm(desk, action, {
    id: id === undefined ? action : `${action}-${id}`,
    of: nothing,
  })
  return (
    <Form of={form} hidden={hidden} className={className}>
      <SubmitButton
        small
        variant="outlined"
        waiting={waiting}
        aria-label={about ? `${children}: ${about}` : undefined}
      >
        {children}
      </SubmitButton>
    </Form>
  )
}

type FoldedProps = { summary: string; mustOpen: boolean; className?: string; children: ReactNode }

/** Opens by itself if there is something to see, and closes only by hand. */
export function Folded({ summary, mustOpen, className, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(mustOpen)
  return (
    <details
      className={className}
      open={isOpen || mustOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

type OpenButtonProps = {
  desk: Desk
  dialog: string
  variant?: Variant
  small?: boolean
  label?: string
  children: ReactNode
}

/** Opens a dialog. It is in a form that asks for the page with the dialog, for browsers without scripts. */
export function OpenButton({ desk, dialog, label, children, ...look }: OpenButtonProps) {
  return (
    <Button
      {...look}
      type="submit"
      name="dialog"
      value={dialog}
      aria-label={label}
      onClick={(event) => {
        event.preventDefault()
        desk.open(dialog)
      }}
    >
      {children}
    </Button>
  )
}

/** Keeps the list in a form that asks for another view of the page. */
export function KeptList({ review }: { review: Review }) {
  const list = listOf(review)
  return list && <input type="hidden" name="list" value={list} />
}

const listOf = ({ list }: Review) => queryString(list).slice(1) || null
