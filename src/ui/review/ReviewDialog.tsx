import type { ComponentProps } from 'react'
import { queryString } from '#src/forms/admin/dashboard-query.ts'
import { Button, type Variant } from '#src/ui/fields/Button.tsx'
import type { Review } from './review.ts'

type ReviewDialogProps = Omit<ComponentProps<'form'>, 'title'> & {
  name: string
  title: string
  review: Review
  submit: string
  variant?: Variant
  button?: { [attribute: `data-${string}`]: string; 'aria-describedby': string }
}

/** Without scripts the page comes with it open or closed. */
export function ReviewDialog({
  name,
  title,
  review,
  submit,
  variant = 'primary',
  button,
  children,
  ...form
}: ReviewDialogProps) {
  return (
    <dialog
      className="dialog"
      id={name}
      aria-labelledby={`${name}-title`}
      {...(review.dialog === name && { open: true })}
    >
      <form method="post" noValidate data-in-place="" {...form}>
        <KeptList review={review} />
        <h2 id={`${name}-title`}>{title}</h2>
        {children}
        <div className="actions">
          {/* First in the form, so that Enter sends; drawn last. */}
          <Button type="submit" variant={variant} name="action" value={name} {...button}>
            {submit}
          </Button>
          <Button type="submit" formMethod="get" name="dialog" value="">
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  )
}

export function KeptList({ review: { list } }: { review: Review }) {
  const query = queryString(list).slice(1)
  return query && <input type="hidden" name="list" value={query} />
}
