import type { Around, Draft } from '../compose.ts'
import { Letter, Paragraph } from '../layout.tsx'
import type { Letter as AnyLetter } from '../letter.ts'
import { askSales } from '../portal-access.tsx'

type Told = Extract<AnyLetter, { kind: 'sign-in-left' }>

/** To the address that signed in till now. */
export function signInLeft(_: Told, around: Around): Draft {
  const subject = `You no longer sign in to ${around.companyName} with this address`
  return {
    subject,
    body: (
      <Letter companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>The sign-in of your client account has been moved to another address.</Paragraph>
        <Paragraph>If this is not right, please tell us.</Paragraph>
      </Letter>
    ),
  }
}
