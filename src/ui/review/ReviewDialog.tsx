import type { ComponentProps, ReactNode } from 'react'
import { queryString } from '#src/forms/admin/dashboard-query.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import type { Review } from './review.ts'

type ReviewDialogProps = Omit<ComponentProps<'form'>, 'title'> & {
  name: string
  title: string
  review: Review
  submit: ReactNode
}

/** Without scripts the page comes with it open or closed. */
export function ReviewDialog({
  name,
  title,
  review,
  submit,
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
      <form method="post" noValidate {...form}>
        <KeptList review={review} />
        <h2 id={`${name}-title`}>{title}</h2>
        {children}
        <div className="actions">
          {/* First in the form, so that Enter sends; drawn last. */}
          {submit}
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
