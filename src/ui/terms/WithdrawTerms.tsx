import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'

export type WithdrawTermsProps = {
  version: string
  /** Its day, in words. */
  day: string
  asksPassword: boolean
  errors: Record<string, string>
}

/** Asks once more before a version is withdrawn. */
export function WithdrawTerms({ version, day, asksPassword, errors }: WithdrawTermsProps) {
  return (
    <section className="card" aria-labelledby="termsWithdraw">
      <div className="card-head">
        <h2 id="termsWithdraw">Withdraw version {version}?</h2>
      </div>
      <form method="post" action="/admin/company/terms" className="fields" noValidate>
        <input type="hidden" name="version" value={version} />
        <p>
          It will not come into force on {day}, nor will another version that it has replaced. It
          cannot be brought back, but you can publish its text again. Its page stays readable and
          says that it was withdrawn.
        </p>
        {asksPassword && (
          <OwnPassword
            id="withdrawPassword"
            needed="Needed to withdraw,"
            error={errors.withdrawPassword}
          />
        )}
        <div className="actions">
          <Button type="submit" variant="danger" name="action" value="withdraw">
            Withdraw Terms
          </Button>
          <ButtonLink href="/admin/company/terms">Cancel</ButtonLink>
        </div>
      </form>
    </section>
  )
}
