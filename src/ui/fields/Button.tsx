import type { ComponentProps, ReactNode } from 'react'

export type Variant = 'primary' | 'outlined' | 'ghost' | 'danger'

type Common = { variant?: Variant; small?: boolean; children: ReactNode }

/**
 * A button, `type="button"` unless told otherwise. One that cannot be pressed yet takes `aria-disabled` and an
 * `aria-describedby` with the reason, and so stays in reach of the keyboard.
 */
export function Button({
  variant = 'outlined',
  small = false,
  type = 'button',
  ...rest
}: Common & Omit<ComponentProps<'button'>, 'className'>) {
  return <button type={type} className={buttonClass(variant, small)} {...rest} />
}

/** A link with the weight of a button: it goes somewhere, where a button does something. */
export function ButtonLink({
  variant = 'outlined',
  small = false,
  children,
  ...rest
}: Common & Omit<ComponentProps<'a'>, 'className' | 'href'> & { href: string }) {
  return (
    <a className={buttonClass(variant, small)} {...rest}>
      {children}
    </a>
  )
}

const buttonClass = (variant: Variant, small: boolean) =>
  `button button-${variant}${small ? ' button-small' : ''}`

type ActionButtonProps = {
  /** The action of the page that the form asks for. */
  name: string
  /** What it is done to, for those who do not see where the button stands. */
  about: string
  variant?: Variant
  children: string
}

/** A small button for one entry of a list. */
export function ActionButton({ name, about, variant, children }: ActionButtonProps) {
  return (
    <Button
      small
      type="submit"
      name="action"
      value={name}
      aria-label={`${children}: ${about}`}
      {...(variant && { variant })}
    >
      {children}
    </Button>
  )
}

type SubmitLineProps = {
  /** What the post asks of its page, when the page takes several forms. */
  action?: string
  /** The button's words while a call waits. */
  waiting?: string
  children: string
}

/** The one button of a form, on a line of its own. */
export const SubmitLine = ({ action, waiting, children }: SubmitLineProps) => (
  <div className="actions">
    <Button
      type="submit"
      variant="primary"
      {...(action && { name: 'action', value: action })}
      data-waiting={waiting}
    >
      {children}
    </Button>
  </div>
)
