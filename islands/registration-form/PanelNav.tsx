import { sectionNumbers } from '#src/forms/registration/sections.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'

/**
 * Previous and Next under a section; the last has Submit Application instead of Next. Until the island is awake
 * Previous is a link to the section before, which opens by CSS.
 */
export function PanelNav({
  number,
  awake,
  pending,
  onOpen,
}: {
  number: number
  awake: boolean
  pending: boolean
  onOpen: (section: number) => void
}) {
  const last = number === sectionNumbers.length
  const [words, waiting] = last ? ['Submit Application', 'Submitting...'] : ['Next', 'Saving...']
  return (
    <div className="form-nav">
      {number > 1 &&
        (awake ? (
          <Button onClick={() => onOpen(number - 1)}>Previous</Button>
        ) : (
          <ButtonLink href={`#section-${number - 1}`}>Previous</ButtonLink>
        ))}
      <Button
        type="submit"
        variant="primary"
        name="step"
        value={last ? 'submit' : `next:${number}`}
        aria-disabled={pending || undefined}
      >
        {pending ? waiting : words}
      </Button>
    </div>
  )
}
