import type { portalStatus } from '#src/domain/portal/status.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { Icon } from '#src/ui/layout/Icon.tsx'
import { DocumentLinks } from '#src/ui/record/DocumentLinks.tsx'

type StatusCardProps = { status: ReturnType<typeof portalStatus>; id: string }

/** The status of the application and what comes next. */
export function StatusCard({ status, id }: StatusCardProps) {
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
