import type { AdminRecord } from '#src/ui/admin/records.ts'

type List = keyof AdminRecord['earlier']

/** The link back to the newest entries, when `query` shows older ones. */
export function Newest({
  record: { id },
  query,
  list,
  children,
}: {
  record: AdminRecord
  query: string
  list: List
  children: string
}) {
  if (!new URLSearchParams(query).has(list)) return null
  return (
    <p className="actions no-print">
      <a href={`/admin/applications/${id}#${list}`}>{children}</a>
    </p>
  )
}

/** The link to older entries; none when the list is complete. */
export function Earlier({
  record: { earlier },
  list,
  children,
}: {
  record: AdminRecord
  list: List
  children: string
}) {
  if (earlier[list] === null) return null
  return (
    <p className="actions no-print">
      <a href={`?${list}=${earlier[list]}#${list}`}>{children}</a>
    </p>
  )
}
