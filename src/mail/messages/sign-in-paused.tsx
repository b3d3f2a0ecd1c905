import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'

/** To the owner of an account whose password somebody tries to guess. */
export function signInPaused(_: EmailOf<'sign-in-paused'>, context: EmailContext): EmailContent {
  const subject = `Sign-in paused at ${context.companyName}`
  return {
    subject,
    body: (
      <>
        <Paragraph>
          Somebody has tried several times to sign in to your client account with a wrong password,
          the last time on {context.when}. From where they did, signing in to it is paused for up to
          a quarter of an hour from then.
        </Paragraph>
        <Paragraph>
          If it was you, try again after that, or choose a new password. If it was not you, nobody
          has come in: your password stays as it is.
        </Paragraph>
        <Action label="Get a new link" href={context.links.forgotPassword} />
      </>
    ),
  }
}
