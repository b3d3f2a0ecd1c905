import type { ComponentProps, ReactNode } from 'react'

export type ButtonLook = 'primary' | 'outlined' | 'ghost' | 'danger'

type Look = { look?: ButtonLook; small?: boolean; children: ReactNode }

/**
 * A button, `type="button"` unless told otherwise. One that cannot be pressed yet takes `aria-disabled` and an
 * `aria-describedby` with the reason, and so stays in reach of the keyboard.
 */
export function Button({
  look = 'outlined',
  small = false,
  type = 'button',
  ...rest
}: Look & Omit<ComponentProps<'button'>, 'className'>) {
  return <button type={type} className={buttonClass(look, small)} {...rest} />
}

/** A link with the weight of a button: it goes somewhere, where a button does something. */
export function ButtonLink({
  look = 'outlined',
  small = false,
  children,
  ...rest
}: Look & Omit<ComponentProps<'a'>, 'className' | 'href'> & { href: string }) {
  return (
    <a className={buttonClass(look, small)} {...rest}>
      {children}
    </a>
  )
}

const buttonClass = (look: ButtonLook, small: boolean) =>
  `button button-${look}${small ? ' button-small' : ''}`
