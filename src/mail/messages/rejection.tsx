import { businessNameForEmail } from '../business-name.ts'
import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Email, Facts, Paragraph } from '../layout.tsx'
import { askSales, portalAccess } from '../portal-access.tsx'

type Told = Extract<AnyEmail, { kind: 'rejection' }>

/** To the customer: not approved, with the reason when one was given. */
export function rejection({ application, businessName, reason }: Told, around: Around): Draft {
  const name = businessNameForEmail(businessName)
  const subject = `Your application ${application} has not been approved`
  return {
    subject,
    body: (
      <Email companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>
          We are sorry, but we cannot approve your application for a trade account.
        </Paragraph>
        {reason && <Paragraph>Reason:</Paragraph>}
        {reason?.split('\n').map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
          <Paragraph key={at}>{line}</Paragraph>
        ))}
        <Facts rows={[...(name ? [['Business', name]] : []), ['Reference', application]]} />
        {portalAccess(around)}
      </Email>
    ),
  }
}
