import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Email, Paragraph } from '../layout.tsx'

type Told = Extract<AnyEmail, { kind: 'test' }>

/** To the address that an administrator typed into the test card. */
export function test(_: Told, { companyName }: Around): Draft {
  const subject = `Test email from ${companyName}`
  return {
    subject,
    body: (
      <Email companyName={companyName} heading={subject}>
        <Paragraph>This is a test. Your email settings work.</Paragraph>
      </Email>
    ),
  }
}
