import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button.tsx'

type FormDialogProps = Omit<ComponentProps<'form'>, 'title' | 'onClose'> & {
  name: string
  title: string
  /** Without scripts the page comes with it open or closed. */
  open: boolean
  submit: ReactNode
  onClose?: () => void
}

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
