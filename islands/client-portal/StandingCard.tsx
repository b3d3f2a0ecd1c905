import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { Icon } from '#src/ui/layout/Icon.tsx'
import type { BadgeTone } from '#src/ui/record/StatusBadge.tsx'

export type Standing = {
  badge: { tone: BadgeTone; label: string }
  headline: string
  next: string
  stations: string[]
  at: number
  facts: { label: string; value: string }[]
  reason: string | null
  customerCode: string | null
  hasPdf: boolean
}

/** Where the application stands and what comes next, at the first glance. */
export function StandingCard({ standing, id }: { standing: Standing; id: string }) {
  const { headline, next, stations, at, facts, reason, customerCode, hasPdf } = standing
  return (
    <section className="card" aria-labelledby="standing">
      <h2 id="standing">Application Status</h2>
      <ol className="track">
        {stations.map((station, index) => (
          <li key={station} {...(index === at && { 'aria-current': 'step' as const })}>
            {station}
          </li>
        ))}
      </ol>
      <div className="standing">
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
              <p className="hint">Opens in a new tab</p>
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
