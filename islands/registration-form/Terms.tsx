import type { ShownTerms } from './props.ts'

/** What is accepted by signing, and what is new in it. */
export function Terms({ version, since, error }: ShownTerms) {
  return (
    <>
      {(error || since) && (
        <p className={error ? 'field-error' : 'notice'}>
          {error ?? 'The supplier terms have changed since you began.'}{' '}
          {since && (
            <a
              href={`/terms-conditions?version=${version}&since=${since}`}
              target="_blank"
              rel="noopener"
            >
              Read what has changed (opens in new tab)
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
