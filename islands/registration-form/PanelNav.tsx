import { sectionNumbers } from '#src/forms/registration-choices.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'

/** Previous and Next under a section; the last has Submit Application instead of Next (spec 2). */
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
  return (
    <div className="form-nav">
      {number > 1 && (
        <ButtonLink
          href={`#section-${number - 1}`}
          onClick={(event) => {
            if (!awake) return
            event.preventDefault()
            event.stopPropagation()
            onOpen(number - 1)
          }}
        >
          Previous
        </ButtonLink>
      )}
      <Button
        type="submit"
        look="primary"
        name="step"
        value={last ? 'submit' : `next:${number}`}
        aria-disabled={pending}
      >
        {pending ? waiting[last ? 'submit' : 'next'] : last ? 'Submit Application' : 'Next'}
      </Button>
    </div>
  )
}

const waiting = { next: 'Saving...', submit: 'Submitting...' } as const
