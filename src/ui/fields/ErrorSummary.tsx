export type FieldFault = {
  /** Id of the control; of a group, of its first radio or box. */
  id: string
  /** The same words as beside the field. */
  text: string
}

/** What has to be mended, at the top of main; it takes the focus with the page, or when its island renders it. */
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
      // biome-ignore lint/a11y/noAutofocus: the answer to a post begins with what was wrong in it
      autoFocus
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
