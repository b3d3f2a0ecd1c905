import { consentNumber, consentParts, termsHref } from '#src/forms/terms/terms-parts.ts'

export type ShownTerms = {
  version: string
  /** An earlier version, when the terms have changed since the person began. */
  since?: string
  error?: string
}

export function Terms({ version, since, error, business }: ShownTerms & { business: string }) {
  const consent = consentParts({ version, business })
  return (
    <>
      {(error || since) && (
        <p className="notice">
          {error || 'The terms have changed since you began.'}{' '}
          {since && (
            <>
              Read{' '}
              <a href={termsHref(since)} target="_blank" rel="noopener">
                {`version ${since}, with which you began (opens in new tab)`}
              </a>
              {' and '}
              <a href={termsHref(version)} target="_blank" rel="noopener">
                {`version ${version}, which you sign (opens in new tab)`}
              </a>
              .
            </>
          )}
        </p>
      )}
      <p id="termsVersion">
        <input type="hidden" name="termsVersion" value={version} />
        <input type="hidden" name="consent" value={consentNumber} />
        {consent.before}
        <a href="/terms-conditions" target="_blank" rel="noopener">
          {`${consent.link} (opens in new tab)`}
        </a>
        {consent.after}
      </p>
    </>
  )
}
