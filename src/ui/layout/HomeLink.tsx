import { ButtonLink } from '#src/ui/fields/Button.tsx'

/** The way back to the landing page, in the header of every screen that people enter from it. */
export function HomeLink() {
  return (
    <ButtonLink variant="ghost" href="/">
      Home
    </ButtonLink>
  )
}
