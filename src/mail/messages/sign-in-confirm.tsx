import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Action, Email, Paragraph } from '../layout.tsx'
import { askSales } from '../portal-access.tsx'

type Told = Extract<AnyEmail, { kind: 'sign-in-confirm' }>

/** To an address that somebody typed: nothing of the account stands in it, for the address may be a stranger's. */
export function signInConfirm(_: Told, around: Around): Draft {
  const subject = `Confirm your sign-in address at ${around.companyName}`
  return {
    subject,
    body: (
      <Email companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>
          Someone, probably you, asked to sign in to a client account with this email address.
        </Paragraph>
        <Action label="Confirm the address" href={around.links.confirmAddress} />
        <Paragraph>
          The link works once, within 24 hours. If this was not you, you do not need to do anything.
        </Paragraph>
      </Email>
    ),
  }
}
