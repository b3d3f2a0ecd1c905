import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { Icon } from '#src/ui/layout/Icon.tsx'
import { type DocumentKind, DocumentLinks } from '#src/ui/record/DocumentLinks.tsx'
import type { BadgeTone } from '#src/ui/record/StatusBadge.tsx'

export type PortalStatus = {
  badge: { tone: BadgeTone; label: string }
  /** What has happened, and what comes next. */
  headline: string
  next: string
  /** What it goes through, and the index of the present one. */
  steps: string[]
  step: number
  facts: { label: string; value: string }[]
  /** Why it was rejected, while it is. */
  reason: string | null
  customerCode: string | null
  hasPdf: boolean
  documents: DocumentKind[]
}

/** The status of the application and what comes next. */
export function StatusCard({ status, id }: { status: PortalStatus; id: string }) {
  const { headline, next, steps, step, facts, reason, customerCode, hasPdf, documents } = status
  return (
    <section className="card" aria-labelledby="status">
      <h2 id="status">Application Status</h2>
      <ol className="track">
        {steps.map((text, index) => (
          <li key={text} {...(index === step && { 'aria-current': 'step' as const })}>
            {text}
          </li>
        ))}
      </ol>
      <div className="status-text">
        <div>
          <p className="lead">
            <strong>{headline}.</strong> {next}
          </p>
          {customerCode && (
            <div>
              <p className="quiet">Customer code</p>
              <p className="code">{customerCode}</p>
            </div>
          )}
          {hasPdf && (
            <div className="actions">
              <ButtonLink href={`/api/applications/${id}/pdf`} target="_blank" rel="noopener">
                <Icon name="download" /> Download PDF
              </ButtonLink>
              <DocumentLinks id={id} documents={documents} />
              <p className="hint">
                Opens in a new tab
                {documents.length > 0 && (
                  <>
                    . Download PDF shows your details as they are now. A sealed document never
                    changes, and anybody who holds it can <a href="/verify">verify it</a>.
                  </>
                )}
              </p>
            </div>
          )}
        </div>
        <dl className="record">
          {[...facts, { label: 'Reference', value: id }].map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {reason && (
        <div className="notice">
          <h3>Reason</h3>
          <p className="lines">{reason}</p>
        </div>
      )}
    </section>
  )
}
