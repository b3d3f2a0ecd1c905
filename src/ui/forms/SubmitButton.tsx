import type { ReactNode } from 'react'
import { Button, type Variant } from '#src/ui/fields/Button.tsx'
import { useFormAround } from './Form.tsx'
import type { ServerForm } from './server-form.ts'

type SubmitButtonProps = {
  /** The form, if the button is outside of it. */
  of?: ServerForm
  variant?: Variant
  small?: boolean
  /** The label while the form is sent; for files it also shows how much is sent. */
  waiting?: string | undefined
  /** The page's action, if it is not the form's own. */
  action?: string
  disabled?: boolean
  'aria-describedby'?: string | undefined
  'aria-label'?: string | undefined
  /** The name of the button in the message about an ended session: "then press ... on this page". */
  label?: string
  children: ReactNode
}

/** Sends the form once, however often it is pressed, and keeps the focus meanwhile. */
export function SubmitButton({
  of,
  variant = 'primary',
  waiting,
  action,
  label,
  children,
  ...button
}: SubmitButtonProps) {
  const form = useFormAround(of)
  const name = action ?? form.action ?? ''
  const words = label ?? (typeof children === 'string' ? children : '')
  const { pending } = form
  const isSending = pending !== null && pending.button === name
  return (
    <Button
      {...button}
      type="submit"
      form={of?.id}
      formMethod={of && 'post'}
      variant={variant}
      name={name ? 'action' : undefined}
      value={name || undefined}
      aria-disabled={pending ? true : undefined}
      ignoresSecondClick
      onClick={() => form.press(name, words)}
    >
      {isSending && waiting ? waitingWords(waiting, pending.progress) : children}
    </Button>
  )
}

const waitingWords = (waiting: string, progress: number | null) =>
  progress === null || progress >= 1 ? waiting : `${waiting} ${Math.floor(progress * 100)}%`
