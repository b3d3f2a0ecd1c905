import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Action, Email, Paragraph } from '../layout.tsx'
import { askSales } from '../portal-access.tsx'

type Told = Extract<AnyEmail, { kind: 'sign-in-asked' }>

/** To the address that signs in now. A new password ends the request. */
export function signInAsked(_: Told, around: Around): Draft {
  const subject = `Someone asked to change your sign-in address at ${around.companyName}`
  return {
    subject,
    body: (
      <Email companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>
          Someone, probably you, asked on {around.when} to sign in to your client account with a
          different email address. You sign in with this one until the new address is confirmed.
        </Paragraph>
        <Paragraph>
          If this was not you, set a new password now. That stops the change and signs everybody
          out.
        </Paragraph>
        <Action label="Set a new password" href={around.links.forgotPassword} />
      </Email>
    ),
  }
}
