import type { ComponentProps, MouseEvent, ReactNode } from 'react'

export type Variant = 'primary' | 'outlined' | 'ghost' | 'danger'

type Common = { variant?: Variant | undefined; small?: boolean; children: ReactNode }

type ButtonProps = Common &
  Omit<ComponentProps<'button'>, 'className'> & {
    /**
     * Ignores the second click of a double click, which may hit another button that has just replaced the first one.
     */
    ignoresSecondClick?: boolean
  }

/**
 * A button that cannot be pressed yet gets `aria-disabled` and `aria-describedby`, so that the keyboard still reaches
 * it.
 */
export function Button({
  variant = 'outlined',
  small = false,
  type = 'button',
  ignoresSecondClick = false,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(variant, small)}
      onClickCapture={ignoresSecondClick ? stopSecondClick : undefined}
      {...rest}
    />
  )
}

/** A press by keyboard counts 0 clicks. */
function stopSecondClick(event: MouseEvent) {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}

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
  name: string
  /** Names the entry for people who cannot see which one the button belongs to. */
  about: string
  variant?: Variant
  children: string
}

export function ActionButton({ name, about, variant, children }: ActionButtonProps) {
  return (
    <Button
      small
      type="submit"
      name="action"
      value={name}
      aria-label={`${children}: ${about}`}
      variant={variant}
    >
      {children}
    </Button>
  )
}

export const SubmitLine = ({ action, children }: { action?: string; children: string }) => (
  <div className="actions">
    <Button type="submit" variant="primary" name={action ? 'action' : undefined} value={action}>
      {children}
    </Button>
  </div>
)
