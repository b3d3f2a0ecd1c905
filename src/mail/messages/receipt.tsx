import { businessNameForEmail } from '../business-name.ts'
import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Email, Facts, Paragraph } from '../layout.tsx'
import { askSales, portalAccess } from '../portal-access.tsx'

type Told = Extract<AnyEmail, { kind: 'receipt' }>

/** To the applicant: it has arrived, its reference, and the way into the portal. */
export function receipt({ application, businessName }: Told, around: Around): Draft {
  const name = businessNameForEmail(businessName)
  const subject = `We have received your application ${application}`
  return {
    subject,
    body: (
      <Email companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>
          Thank you for your application. Our team will contact you within 2-3 business days.
        </Paragraph>
        <Facts rows={[['Reference', application], ...(name ? [['Business', name]] : [])]} />
        {portalAccess(around)}
      </Email>
    ),
  }
}
