import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Action, Email, Paragraph } from '../layout.tsx'
import { askSales } from '../portal-access.tsx'
import { triedAddress } from './tried-address.ts'

type Told = Extract<AnyEmail, { kind: 'duplicate-draft' }>

/** To the address of an unfinished application that somebody tried to use again. */
export function duplicateDraft({ tried = 'apply' }: Told, around: Around): Draft {
  const subject = `You have an unfinished application with ${around.companyName}`
  return {
    subject,
    body: (
      <Email companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>
          {triedAddress[tried]} It belongs to your unfinished application. You can continue it:
        </Paragraph>
        <Action label="Continue the application" href={around.links.resume} />
        <Paragraph>Or delete it, and the address is free again:</Paragraph>
        <Action label="Delete the application" href={around.links.discard} />
        <Paragraph>
          Each link works once, within 24 hours. If this was not you, you do not need to do
          anything.
        </Paragraph>
      </Email>
    ),
  }
}
