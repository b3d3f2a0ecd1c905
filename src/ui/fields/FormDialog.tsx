import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button.tsx'

type FormDialogProps = Omit<ComponentProps<'form'>, 'title' | 'onClose'> & {
  /** Its id. */
  name: string
  title: string
  /** The page came with it open: without scripts it stands in the page. */
  open: boolean
  /** The button that sends. */
  submit: ReactNode
  /** It has been shut, by whatever way. */
  onClose?: () => void
}

/**
 * A dialog with one form, which posts to the page it stands in. Without scripts the page comes back with it open or shut;
 * Escape and Cancel shut it, with the page's `in-place.ts`.
 */
export function FormDialog({
  name,
  title,
  open,
  submit,
  onClose,
  children,
  ...form
}: FormDialogProps) {
  return (
    <dialog
      className="dialog"
      id={name}
      aria-labelledby={`${name}-title`}
      onClose={onClose}
      {...(open && { open: true })}
    >
      <form method="post" noValidate {...form}>
        <h2 id={`${name}-title`}>{title}</h2>
        {children}
        <div className="actions">
          {/* First in the form, so that Enter sends; drawn last. */}
          {submit}
          <Button type="submit" formMethod="get" name="dialog" value="">
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  )
}
