import type { Outcome } from './outcome.ts'

/** The result of a check. `islands/verify.ts` fills a copy of it with what its own check found. */
export function OutcomeCard({ tone, heading, lead, facts, notes }: Outcome) {
  return (
    <section className="outcome" data-tone={tone}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path className="if-issued" d="m6.5 12.5 4 4 7.5-8.5" />
        <path className="if-not" d="M12 6.5v7m0 3.5v.1" />
      </svg>
      <h2 tabIndex={-1}>{heading}</h2>
      <p>{lead}</p>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** One of each part, for the script to copy. */
export const blankOutcome: Outcome = {
  tone: 'failed',
  heading: 'Result',
  lead: 'Result',
  facts: [['SHA-256', '-']],
  notes: ['-'],
}
