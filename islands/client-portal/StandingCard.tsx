import { ButtonLink } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { BadgeTone } from '#src/ui/StatusBadge.tsx'

export type Standing = {
  badge: { tone: BadgeTone; label: string }
  headline: string
  next: string
  stations: string[]
  at: number
  facts: { label: string; value: string }[]
  customerCode: string | null
  hasPdf: boolean
}

/** Where the application stands and what comes next, at the first glance (spec 4, Client portal badge). */
export function StandingCard({ standing, id }: { standing: Standing; id: string }) {
  const { headline, next, stations, at, facts, customerCode, hasPdf } = standing
  return (
    <section className="card" aria-labelledby="standing">
      <div className="card-head">
        <h2 id="standing">Application Status</h2>
      </div>
      <ol className="track">
        {stations.map((station, index) => (
          <li key={station} {...(index === at && { 'aria-current': 'step' as const })}>
            {station}
          </li>
        ))}
      </ol>
      <p className="lead">
        <strong>{headline}.</strong> {next}
      </p>
      {customerCode && (
        <div>
          <p className="quiet">Customer code</p>
          <p className="code">{customerCode}</p>
        </div>
      )}
      <dl className="record">
        {[...facts, { label: 'Reference', value: id }].map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {hasPdf && (
        <div className="actions">
          <ButtonLink href={`/api/applications/${id}/pdf`} target="_blank" rel="noopener">
            <Icon name="download" /> Download PDF
          </ButtonLink>
          <p className="hint">Opens in a new tab</p>
        </div>
      )}
    </section>
  )
}
