/** Who, why, how long, whom to ask: short, where the answers are given and where they are signed. */
export function PrivacyNotice({
  company,
}: {
  company: { name: string; salesEmail: string; privacyUrl: string | null }
}) {
  return (
    <aside className="hint" aria-label="Privacy">
      <p>
        {company.name} uses these answers to decide on your trade account and to run it. A draft
        that nobody touches for 30 days is deleted. Please tell the people you name here. Questions:{' '}
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
