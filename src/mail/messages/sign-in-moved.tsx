import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Email, Paragraph } from '../layout.tsx'
import { askSales, portalAccess } from '../portal-access.tsx'

type Told = Extract<AnyEmail, { kind: 'sign-in-moved' }>

/** To the address that signs in from now on. */
export function signInMoved(_: Told, around: Around): Draft {
  const subject = `You now sign in to ${around.companyName} with this address`
  return {
    subject,
    body: (
      <Email companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>The sign-in of your client account has been moved to this address.</Paragraph>
        {portalAccess(around)}
      </Email>
    ),
  }
}
