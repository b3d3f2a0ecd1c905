/** Who, why, how long, whom to ask: short, where the answers are given and where they are signed. */
export function PrivacyNotice({
  company,
}: {
  company: { name: string; salesEmail: string; privacyUrl: string | null }
}) {
  return (
    <aside className="hint" aria-label="Privacy">
      <p>
        {company.name} uses these answers to decide on your trade account and to run it. What you
        type is kept in this browser until you submit it, for 7 days at most. A draft saved with
        Next is deleted when nobody touches it for 30 days. Please tell the people you name here.
        Questions: <a href={`mailto:${company.salesEmail}`}>{company.salesEmail}</a>
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
