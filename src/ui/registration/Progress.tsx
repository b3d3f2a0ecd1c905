/**
 * The reading under the steps: "Section 2 of 5", "40%", and "3 remaining" or "Ready to submit". Each panel has its own,
 * so the figures are right before any script runs.
 */
export function Progress({ section, of }: { section: number; of: number }) {
  const percent = Math.round((section / of) * 100)
  return (
    <div className="progress">
      <progress max={100} value={percent} aria-label="Progress through the form">
        {`${percent}%`}
      </progress>
      <p>
        <strong>{`Section ${section} of ${of}`}</strong>
        <span>{`${percent}%`}</span>
        <span>{section === of ? 'Ready to submit' : `${of - section} remaining`}</span>
      </p>
    </div>
  )
}
