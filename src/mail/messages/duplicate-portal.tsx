import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Action, Email, Paragraph } from '../layout.tsx'
import { askSales } from '../portal-access.tsx'
import { triedAddress } from './tried-address.ts'

type Told = Extract<AnyEmail, { kind: 'duplicate-portal' }>

/** To the address of a submitted application that somebody tried to use elsewhere. */
export function duplicatePortal({ tried = 'apply' }: Told, around: Around): Draft {
  const subject =
    tried === 'apply'
      ? `You have already applied to ${around.companyName}`
      : `Your email address is in use already at ${around.companyName}`
  return {
    subject,
    body: (
      <Email companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>
          {triedAddress[tried]} It belongs to your application, which has not changed. You can
          follow and edit it in the client portal.
        </Paragraph>
        <Action label="Open the client portal" href={around.links.portal} />
        <Paragraph>
          No password yet, or forgotten? Get a link at {around.links.forgotPassword}
        </Paragraph>
        <Paragraph>If this was not you, you do not need to do anything.</Paragraph>
      </Email>
    ),
  }
}
