import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/fields/Button.tsx'

type DialogProps = {
  id: string
  title: ReactNode
  isOpen: boolean
  /** Closes the dialog, also for Escape and Cancel. */
  onClose: () => void
  children: ReactNode
}

/** Renders a modal dialog. A dialog that the server sent open becomes modal when the scripts run. */
export function Dialog({ id, title, isOpen, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // From now on the browser controls the attribute.
  const [servedOpen] = useState(isOpen)
  useEffect(() => {
    const { current } = dialog
    if (isOpen && !current?.matches(':modal')) {
      current?.close()
      current?.showModal()
    } else if (!isOpen) current?.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      id={id}
      aria-labelledby={`${id}-title`}
      open={servedOpen || undefined}
      // Closing a dialog inside of this one fires the event too, and this dialog may be open again by now.
      onClose={({ target, currentTarget }) =>
        target === currentTarget && !currentTarget.open && onClose()
      }
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </dialog>
  )
}

/** Cancels a dialog. It is inside a form, so that without scripts it asks for the page without the dialog. */
export function CancelButton({
  onPress,
  children = 'Cancel',
}: {
  onPress: () => void
  children?: string
}) {
  return (
    <Button
      type="submit"
      formMethod="get"
      name="dialog"
      value=""
      formNoValidate
      onClick={(event) => {
        event.preventDefault()
        onPress()
      }}
    >
      {children}
    </Button>
  )
}
