import type { Around, Draft } from '../compose.ts'
import { Action, Letter, Paragraph } from '../layout.tsx'
import type { Letter as AnyLetter } from '../letter.ts'
import { askSales } from '../portal-access.tsx'

type Told = Extract<AnyLetter, { kind: 'duplicate-portal' }>

/** To the address of a submitted application that somebody tried to use again (contract 5.6). */
export function duplicatePortal(_: Told, around: Around): Draft {
  const subject = `You have already applied to ${around.companyName}`
  return {
    subject,
    body: (
      <Letter companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>
          Someone, probably you, started another application with this email address. We already
          have yours. You can follow and edit it in the client portal.
        </Paragraph>
        <Action label="Open the client portal" href={around.links.portal} />
        <Paragraph>
          No password yet, or forgotten? Get a link at {around.links.forgotPassword}
        </Paragraph>
        <Paragraph>If this was not you, you do not need to do anything.</Paragraph>
      </Letter>
    ),
  }
}
