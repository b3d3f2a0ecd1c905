import { Button } from '#src/ui/fields/Button.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

/** Whether a second factor is required for everybody, with the button that changes it. */
export function SecondFactorSwitch({
  isRequired,
  hasOwn,
  without,
  error,
}: {
  isRequired: boolean
  /** The reader has a second factor; only then may it be required. */
  hasOwn: boolean
  /** How many open accounts have none. */
  without: number
  error: string | undefined
}) {
  return (
    <RecordCard id="second-factor" title="Two-step sign-in">
      <p>
        {isRequired
          ? 'A second factor is required for everybody.'
          : 'Each person decides about a second factor, a code asked for after the password.'}
      </p>
      {without > 0 && (
        <p className="quiet">
          {without === 1 ? '1 open account has none.' : `${without} open accounts have none.`}{' '}
          {isRequired
            ? 'An account without one can do nothing else until it is set up.'
            : 'If you require it, an account without one can do nothing else until it is set up.'}
        </p>
      )}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {isRequired || hasOwn ? (
        <form method="post" className="actions no-print">
          <Button small type="submit" name="action" value={isRequired ? 'release' : 'require'}>
            {isRequired ? 'No longer require it' : 'Require it for everybody'}
          </Button>
        </form>
      ) : (
        <p>
          To require it, <a href="/admin/second-factor">set it up for your own account</a> first.
        </p>
      )}
    </RecordCard>
  )
}
