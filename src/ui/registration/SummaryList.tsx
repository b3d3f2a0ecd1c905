export type SummaryRow = {
  label: string
  /** Blank shows as "N/A". */
  value: string
  /** Where the answer is changed; `what` completes the link's name for those who do not see the row. */
  change?: { href: string; what: string }
}

/** The given answers, one line each, with a link to change them. */
export function SummaryList({ rows }: { rows: SummaryRow[] }) {
  return (
    <dl className="summary">
      {rows.map(({ label, value, change }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value.trim() || 'N/A'}</dd>
          {change && (
            <dd>
              <a href={change.href}>
                Change<span className="visually-hidden"> {change.what}</span>
              </a>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
