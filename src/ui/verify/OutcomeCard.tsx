import type { RefObject } from 'react'
import { hashClass, type Outcome } from './outcome.ts'

type OutcomeCardProps = Outcome & { headingRef: RefObject<HTMLHeadingElement | null> }

export function OutcomeCard({ tone, heading, lead, facts, notes, headingRef }: OutcomeCardProps) {
  return (
    <section className="outcome" data-tone={tone}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path className="if-issued" d="m6.5 12.5 4 4 7.5-8.5" />
        <path className="if-not" d="M12 6.5v7m0 3.5v.1" />
      </svg>
      <h2 tabIndex={-1} ref={headingRef}>
        {heading}
      </h2>
      <p>{lead}</p>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {facts.length > 0 && (
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={hashClass(value)}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
