import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/fields/Button.tsx'

type DialogProps = {
  id: string
  title: ReactNode
  isOpen: boolean
  /** Escape and Cancel too. */
  onClose: () => void
  children: ReactNode
}

/** A modal dialog. One that the server opened, without scripts, becomes modal on waking. */
export function Dialog({ id, title, isOpen, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // from then on the attribute is the browser's
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
      // a dialog inside of it closes too, and it may be open again by now
      onClose={({ target, currentTarget }) =>
        target === currentTarget && !currentTarget.open && onClose()
      }
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </dialog>
  )
}

/** Inside a form: without scripts it asks for the page without the dialog. */
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
