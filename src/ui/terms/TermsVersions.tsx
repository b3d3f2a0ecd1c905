import type { TermsListing, TermsState } from '#src/forms/terms/terms-parts.ts'
import { type BadgeTone, StatusBadge } from '#src/ui/record/application-badge.tsx'
import { longDay, longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

const badges: Record<TermsState, { tone: BadgeTone; label: string }> = {
  'in-force': { tone: 'good', label: 'In force' },
  coming: { tone: 'waiting', label: 'Coming' },
  earlier: { tone: 'quiet', label: 'Earlier' },
  void: { tone: 'quiet', label: 'Never in force' },
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
    <RecordCard id="termsVersions" title="Versions">
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
    </RecordCard>
  )
}

function datesOf(terms: TermsListing, timezone: string) {
  const { state, inForceFrom, publishedAt, publishedBy } = terms
  if (inForceFrom === null || publishedAt === null) return 'The built-in terms.'
  const begins = state === 'void' ? 'Was to be in force from' : 'In force from'
  const time = longTime(new Date(publishedAt).toISOString(), timezone)
  return `${begins} ${longDay(inForceFrom, timezone)}. Published ${time} by ${publishedBy}.`
}
