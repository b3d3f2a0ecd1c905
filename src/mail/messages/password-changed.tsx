import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Action, Email, Paragraph } from '../layout.tsx'
import { askSales } from '../portal-access.tsx'

type Told = Extract<AnyEmail, { kind: 'password-changed' }>

/** To the customer: the password is a new one, and what to do if it was somebody else. */
export function passwordChanged(_: Told, around: Around): Draft {
  const subject = `Password changed at ${around.companyName}`
  return {
    subject,
    body: (
      <Email companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>The password of your client account was set on {around.when}.</Paragraph>
        <Paragraph>If it was not you, choose a new one now and tell us.</Paragraph>
        <Action label="Get a new link" href={around.links.forgotPassword} />
      </Email>
    ),
  }
}
