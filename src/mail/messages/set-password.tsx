import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Action, Email, Paragraph } from '../layout.tsx'
import { askSales } from '../portal-access.tsx'

type Told = Extract<AnyEmail, { kind: 'set-password' }>

/** To whoever asked for it: a link to choose a password. Nothing that a customer typed stands in it. */
export function setPassword(_: Told, around: Around): Draft {
  const subject = `Set your password at ${around.companyName}`
  const { setPassword: link, portal, forgotPassword } = around.links
  return {
    subject,
    body: (
      <Email companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>
          Somebody, probably you, asked to set the password of your client account.
        </Paragraph>
        {link === null ? (
          <Action label="Open the client portal" href={portal} />
        ) : (
          <Action label="Set your password" href={link} />
        )}
        <Paragraph>
          The link works once, for 24 hours. You can get a new one at {forgotPassword}
        </Paragraph>
        <Paragraph>
          If it was not you, there is nothing to do: your password stays as it is.
        </Paragraph>
      </Email>
    ),
  }
}
