import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { ButtonLink, SubmitLine } from '#src/ui/fields/Button.tsx'
import type { FormOf } from '#src/ui/fields/control.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

type Props = {
  name: string
  /** `null` while the account is not connected. */
  connectedAs: string | null
  mayConnect: boolean
  connection: FormOf<'currentPassword'>
}

export const OwnProvider = ({
  name,
  connectedAs,
  mayConnect,
  connection: [form, fields],
}: Props) => (
  <RecordCard id="own-provider" title={`Sign-in with ${name}`}>
    {connectedAs !== null ? (
      <>
        <p>
          Your account is connected to <strong>{connectedAs}</strong>. An administrator can
          disconnect it.
        </p>
        <p>
          Where your password is asked for again, you can{' '}
          <a href="/api/admin/sign-in?for=confirm">{`confirm with ${name}`}</a> instead.
        </p>
      </>
    ) : mayConnect ? (
      <>
        <p>{`Sign in at ${name} now. Whoever signs in there can open your account here from then on.`}</p>
        <div className="actions">
          <ButtonLink variant="primary" href="/api/admin/sign-in?for=connect">
            {`Go on to ${name}`}
          </ButtonLink>
        </div>
      </>
    ) : (
      <form id={form.id} method="post" className="stack" data-in-place="">
        <p>{`Connect your account, and you can sign in with ${name}.`}</p>
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="connect">{`Connect ${name}`}</SubmitLine>
      </form>
    )}
  </RecordCard>
)
