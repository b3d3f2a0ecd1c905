export type FieldFault = {
  /** Id of the control; of a group, of its first radio or box. */
  id: string
  /** The same words as beside the field. */
  text: string
}

/** What has to be mended, at the top of main; the page or the island moves the focus to it (experience, F3). */
export function ErrorSummary({
  faults,
  id = 'error-summary',
}: {
  faults: FieldFault[]
  id?: string
}) {
  if (faults.length === 0) return null
  return (
    <div
      className="error-summary"
      id={id}
      role="alert"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`}>There is a problem</h2>
      <ul>
        {faults.map((fault) => (
          <li key={fault.id}>
            <a href={`#${fault.id}`}>{fault.text}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
