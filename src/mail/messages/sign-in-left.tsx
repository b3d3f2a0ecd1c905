import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Email, Paragraph } from '../layout.tsx'
import { askSales } from '../portal-access.tsx'

type Told = Extract<AnyEmail, { kind: 'sign-in-left' }>

/** To the address that signed in till now. */
export function signInLeft(_: Told, around: Around): Draft {
  const subject = `You no longer sign in to ${around.companyName} with this address`
  return {
    subject,
    body: (
      <Email companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>The sign-in of your client account has been moved to another address.</Paragraph>
        <Paragraph>If this is not right, please tell us.</Paragraph>
      </Email>
    ),
  }
}
