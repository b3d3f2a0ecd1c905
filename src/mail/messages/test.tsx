import type { Around, Draft } from '../compose.ts'
import { Letter, Paragraph } from '../layout.tsx'
import type { Letter as AnyLetter } from '../letter.ts'

type Told = Extract<AnyLetter, { kind: 'test' }>

/** To the address that an administrator typed into the test card. */
export function test(_: Told, { companyName }: Around): Draft {
  const subject = `Test email from ${companyName}`
  return {
    subject,
    body: (
      <Letter companyName={companyName} heading={subject}>
        <Paragraph>This is a test. Your email settings work.</Paragraph>
      </Letter>
    ),
  }
}
