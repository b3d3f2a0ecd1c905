/** The terms that the person is asked to accept. */
export type ShownTerms = {
  version: string
  /** An earlier version, when the terms have changed since the person began. */
  since?: string
  /** Why a submit was refused, when the terms were the reason. */
  error?: string
}

/** What is accepted by signing, and what is new in it. */
export function Terms({ version, since, error }: ShownTerms) {
  return (
    <>
      {(error || since) && (
        <p className="notice">
          {error || 'The terms have changed since you began.'}{' '}
          {since && (
            <a
              href={`/terms-conditions?version=${version}&since=${since}`}
              target="_blank"
              rel="noopener"
            >
              What changed (opens in new tab)
            </a>
          )}
        </p>
      )}
      <p id="termsVersion">
        <input type="hidden" name="termsVersion" value={version} />
        {'By signing you accept the '}
        <a href="/terms-conditions" target="_blank" rel="noopener">
          supplier terms (opens in new tab)
        </a>
        {`, version ${version}, for the business named above.`}
      </p>
    </>
  )
}
