import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Email, Paragraph } from '../layout.tsx'
import { askSales } from '../portal-access.tsx'

type Told = Extract<AnyEmail, { kind: 'address-changed' }>

/** To the address that was the main one until now. The new one is not named: anybody may have typed it. */
export function addressChanged({ application }: Told, around: Around): Draft {
  const subject = `The email address of your application ${application} has been changed`
  return {
    subject,
    body: (
      <Email companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>
          From now on we will write to a different address about this application.
        </Paragraph>
        <Paragraph>If this is not right, please tell us.</Paragraph>
      </Email>
    ),
  }
}
