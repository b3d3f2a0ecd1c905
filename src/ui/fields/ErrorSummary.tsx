import { type RefObject, useEffect } from 'react'

/** Lists all errors, and takes the focus when the page loads or its island renders it. */
export function ErrorSummary({
  faults,
  id = 'error-summary',
  box,
}: {
  /** The errors by the id of the control, or of the first radio or box of a group. */
  faults: Record<string, string>
  id?: string
  box?: RefObject<HTMLDivElement | null>
}) {
  const links = Object.entries(faults)
  const hasErrors = links.length > 0
  useEffect(() => {
    if (!hasErrors) return
    document.title = `Error: ${withoutMark(document.title)}`
    return () => {
      document.title = withoutMark(document.title)
    }
  }, [hasErrors])
  if (!hasErrors) return null
  return (
    <div
      className="error-summary"
      id={id}
      ref={box}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the answer to a post begins with its errors
      autoFocus
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`}>There is a problem</h2>
      <ul>
        {links.map(([control, text]) => (
          <li key={control}>
            <a href={`#${control}`}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const withoutMark = (title: string) => title.replace(/^Error: /, '')
