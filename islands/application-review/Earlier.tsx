import type { AdminRecord } from '#src/ui/admin/records.ts'

type List = keyof AdminRecord['earlier']

/** The way back to the newest entries, where `query` shows that a list begins before some of them. */
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

/** The way to the entries before the last one that a list shows; a list that is whole has none. */
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
