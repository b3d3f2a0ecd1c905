/** The short privacy notice: who, why, how long, whom to ask. */
export function PrivacyNotice({
  company,
}: {
  company: { name: string; salesEmail: string; privacyUrl: string | null }
}) {
  return (
    <aside className="hint" aria-label="Privacy">
      <p>
        {company.name} uses your answers to decide on your trade account and to manage it. What you
        type stays in this browser until you submit, for up to 7 days. A draft saved with Next is
        deleted after 30 days without changes; after three we remind you once, by email. Please tell
        the people you name here that you gave us their details. Questions:{' '}
        <a href={`mailto:${company.salesEmail}`}>{company.salesEmail}</a>
        {company.privacyUrl && (
          <>
            {' '}
            or our <a href={company.privacyUrl}>privacy notice</a>
          </>
        )}
        .
      </p>
    </aside>
  )
}
