import { businessNameForEmail } from '../business-name.ts'
import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Email, Facts, Paragraph } from '../layout.tsx'
import { safeName } from '../names.ts'
import { askSales, portalAccess } from '../portal-access.tsx'

type Told = Extract<AnyEmail, { kind: 'approval' }>

/** To the customer: approved, with the customer code. */
export function approval({ application, businessName, customerCode }: Told, around: Around): Draft {
  const name = businessNameForEmail(businessName)
  const subject = `Your application ${application} has been approved`
  return {
    subject,
    body: (
      <Email companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>
          Your application for a trade account has been approved. Please quote your customer code
          when you order.
        </Paragraph>
        <Facts
          rows={[
            ['Customer code', safeName(customerCode)],
            ...(name ? [['Business', name]] : []),
            ['Reference', application],
          ]}
        />
        {portalAccess(around)}
      </Email>
    ),
  }
}
