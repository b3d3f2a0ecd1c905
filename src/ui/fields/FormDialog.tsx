import type { ReactNode, RefObject, SubmitEvent } from 'react'
import { Button } from './Button.tsx'

/**
 * A dialog with one form, which posts to the page it stands in. Without scripts the page comes back with it open or
 * shut; Escape and Cancel shut it.
 */
export function FormDialog({
  name,
  title,
  open,
  dialog,
  submit,
  onSubmit,
  onClose,
  children,
}: {
  /** Its id. */
  name: string
  title: string
  /** The page came with it open: without scripts it stands in the page. */
  open: boolean
  dialog: RefObject<HTMLDialogElement | null>
  /** The button that sends. */
  submit: ReactNode
  onSubmit?: (event: SubmitEvent) => void
  /** It has been shut, by whatever way. */
  onClose?: () => void
  children: ReactNode
}) {
  return (
    <dialog
      className="dialog"
      id={name}
      ref={dialog}
      aria-labelledby={`${name}-title`}
      onClose={onClose}
      {...(open && { open: true })}
    >
      <form method="post" noValidate onSubmit={onSubmit}>
        <h2 id={`${name}-title`}>{title}</h2>
        {children}
        <div className="actions">
          {/* First in the form, so that Enter sends; drawn last. */}
          {submit}
          <Button
            type="submit"
            formMethod="get"
            name="dialog"
            value=""
            onClick={(event) => {
              event.preventDefault()
              dialog.current?.close()
            }}
          >
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  )
}

/** Opens a dialog. Without scripts, the form around it asks for the page with the dialog open. */
export function DialogButton({
  dialog,
  value,
  children,
}: {
  dialog: RefObject<HTMLDialogElement | null>
  value: string
  children: ReactNode
}) {
  return (
    <Button
      small
      type="submit"
      name="dialog"
      value={value}
      onClick={(event) => {
        event.preventDefault()
        openDialog(dialog)
      }}
    >
      {children}
    </Button>
  )
}

/** A dialog that came open with the page is closed first: only a closed one becomes modal. */
export function openDialog({ current: dialog }: RefObject<HTMLDialogElement | null>) {
  dialog?.close()
  dialog?.showModal()
}
