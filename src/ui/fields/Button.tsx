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
