import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Action, Email, Paragraph } from '../layout.tsx'
import { askSales } from '../portal-access.tsx'

type Told = Extract<AnyEmail, { kind: 'sign-in-paused' }>

/** To the owner of an account whose password somebody tries to guess. */
export function signInPaused(_: Told, around: Around): Draft {
  const subject = `Sign-in paused at ${around.companyName}`
  return {
    subject,
    body: (
      <Email companyName={around.companyName} heading={subject} footer={askSales(around)}>
        <Paragraph>
          Somebody has tried several times to sign in to your client account with a wrong password,
          the last time on {around.when}. From where they did, signing in to it is paused for up to
          a quarter of an hour from then.
        </Paragraph>
        <Paragraph>
          If it was you, try again after that, or choose a new password. If it was not you, nobody
          has come in: your password stays as it is.
        </Paragraph>
        <Action label="Get a new link" href={around.links.forgotPassword} />
      </Email>
    ),
  }
}
