import type { AdminRecord } from '#src/ui/admin-records.ts'

/** The way to the entries before the last one that a list shows; a list that is whole has none. */
export function Earlier({
  record: { earlier },
  list,
  children,
}: {
  record: AdminRecord
  list: keyof AdminRecord['earlier']
  children: string
}) {
  if (earlier[list] === null) return null
  return (
    <p className="no-print">
      <a href={`?${list}=${earlier[list]}#${list}`}>{children}</a>
    </p>
  )
}
