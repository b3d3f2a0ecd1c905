export type ChangeLine = { label: string; before: string | null; after: string }

/** Folded when there are many: a first save has dozens. */
export function ChangeList({ changes }: { changes: ChangeLine[] }) {
  const list = (
    <ul>
      {changes.map(({ label, before, after }) => (
        <li key={label}>
          {label}: {before && <del>{before}</del>} <span className="visually-hidden">became </span>
          <ins>{after}</ins>
        </li>
      ))}
    </ul>
  )
  if (changes.length <= mostShown) return changes.length > 0 && list
  return (
    <details>
      <summary>{`${changes.length} changes`}</summary>
      {list}
    </details>
  )
}

const mostShown = 5
