import type { TermsListing, TermsState } from '#src/forms/terms/terms-parts.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { longDay, longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { type BadgeTone, StatusBadge } from '#src/ui/record/StatusBadge.tsx'

const badges: Record<TermsState, { tone: BadgeTone; label: string }> = {
  'in-force': { tone: 'good', label: 'In force' },
  coming: { tone: 'waiting', label: 'Coming' },
  earlier: { tone: 'quiet', label: 'Earlier' },
  replaced: { tone: 'quiet', label: 'Replaced' },
  withdrawn: { tone: 'quiet', label: 'Withdrawn' },
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
            {terms.state === 'coming' && (
              <ButtonLink
                small
                href={`/admin/company/terms?withdraw=${terms.version}#termsWithdraw`}
                aria-label={`Withdraw version ${terms.version}`}
              >
                Withdraw
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </RecordCard>
  )
}

function datesOf(terms: TermsListing, timezone: string) {
  const { state, inForceFrom, publishedAt, publishedBy, withdrawnAt, withdrawnBy } = terms
  if (inForceFrom === null || publishedAt === null) return 'The built-in terms.'
  const time = (at: number) => longTime(new Date(at).toISOString(), timezone)
  const never = state === 'replaced' || state === 'withdrawn'
  const begins = never ? 'Was to be in force from' : 'In force from'
  const withdrawn = withdrawnAt === null ? '' : ` Withdrawn ${time(withdrawnAt)} by ${withdrawnBy}.`
  return `${begins} ${longDay(inForceFrom, timezone)}. Published ${time(publishedAt)} by ${publishedBy}.${withdrawn}`
}
