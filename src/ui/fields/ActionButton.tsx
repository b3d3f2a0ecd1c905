import { Button, type Variant } from './Button.tsx'

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
