import type { TermsListing, TermsState } from '#src/forms/terms/terms-parts.ts'
import { longDay, longTime } from '#src/ui/record/dates.ts'
import { type BadgeTone, StatusBadge } from '#src/ui/record/StatusBadge.tsx'

const badges: Record<TermsState, { tone: BadgeTone; label: string }> = {
  'in-force': { tone: 'good', label: 'In force' },
  coming: { tone: 'waiting', label: 'Coming' },
  earlier: { tone: 'quiet', label: 'Earlier' },
  replaced: { tone: 'quiet', label: 'Replaced' },
}

/** Every version of the terms, the newest first, with a link to its text. */
export function TermsVersions({
  versions,
  timezone,
}: {
  versions: TermsListing[]
  timezone: string
}) {
  return (
    <section className="card" aria-labelledby="termsVersions">
      <div className="card-head">
        <h2 id="termsVersions">Versions</h2>
      </div>
      <ul className="sessions">
        {versions.toReversed().map((terms) => (
          <li key={terms.version}>
            <div>
              <a href={`/terms-conditions?version=${terms.version}`}>Version {terms.version}</a>
              <p className="quiet">{datesOf(terms, timezone)}</p>
            </div>
            <StatusBadge {...badges[terms.state]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function datesOf(terms: TermsListing, timezone: string) {
  const { state, inForceFrom, publishedAt, publishedBy } = terms
  if (inForceFrom === null || publishedAt === null) return 'The built-in terms.'
  const published = longTime(new Date(publishedAt).toISOString(), timezone)
  const begins = state === 'replaced' ? 'Was to be in force from' : 'In force from'
  return `${begins} ${longDay(inForceFrom, timezone)}. Published ${published} by ${publishedBy}.`
}
