import type { Around, Draft } from '../compose.ts'
import { Letter, Paragraph } from '../layout.tsx'
import type { Letter as AnyLetter } from '../letter.ts'
import { askSales, portalAccess } from '../portal-access.tsx'

type Told = Extract<AnyLetter, { kind: 'sign-in-moved' }>

/** To the address that signs in from now on. */
export function signInMoved(_: Told, around: Around): Draft {
  const subject = `You now sign in to ${around.companyName} with this address`
  return {
    subject,
    body: (
      <Letter companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>The sign-in of your client account has been moved to this address.</Paragraph>
        {portalAccess(around)}
      </Letter>
    ),
  }
}
