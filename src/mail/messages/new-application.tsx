import { businessNameForEmail } from '../business-name.ts'
import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Action, Email, Facts, Paragraph } from '../layout.tsx'

type Told = Extract<AnyEmail, { kind: 'new-application' }>

/** To the accounts team: somebody has applied. */
export function newApplication(
  { application, businessName, accountType }: Told,
  { companyName, links }: Around,
): Draft {
  const name = businessNameForEmail(businessName)
  const subject = `New application: ${name || application}`
  return {
    subject,
    body: (
      <Email companyName={companyName} heading={subject}>
        <Paragraph>A new application is waiting for review.</Paragraph>
        <Facts
          rows={[
            ...(name ? [['Business', name]] : []),
            ['Account type', accountType === 'cash' ? 'Cash' : 'Credit'],
            ['Reference', application],
          ]}
        />
        <Action label="Review the application" href={links.admin} />
      </Email>
    ),
  }
}
