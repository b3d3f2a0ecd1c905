import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import { portalAccess, portalButton } from '#src/mail/content/portal-access.tsx'
import { safeName, safeValue } from '#src/mail/content/safe-text.ts'
import type { AccountChange, EmailContext, EmailOf } from '../email.ts'

/** A link to set a password. It contains nothing that a customer typed. */
export const setPassword = (_: EmailOf<'set-password'>, { links }: EmailContext) => (
  <>
    {portalButton(links)}
    <Paragraph>
      The link works once, for 24 hours. You can get a new one at {links.forgotPassword}
    </Paragraph>
  </>
)

/** To the customer: the password is a new one, and what to do if it was somebody else. */
export const passwordChanged = (_: EmailOf<'password-changed'>, { when }: EmailContext) => (
  <Paragraph>The password of your client account was set on {when}.</Paragraph>
)

/** To the owner of an account whose password somebody tries to guess. */
export const signInPaused = (_: EmailOf<'sign-in-paused'>, { when }: EmailContext) => (
  <Paragraph>
    Somebody has tried several times to sign in to your client account with a wrong password, the
    last time on {when}. From where they did, signing in to it is paused for up to a quarter of an
    hour from then.
  </Paragraph>
)

/** To the address that signs in now. A new password ends the request. */
export const signInRequested = (_: EmailOf<'sign-in-requested'>, { when }: EmailContext) => (
  <Paragraph>
    Someone, probably you, asked on {when} to sign in to your client account with a different email
    address. You sign in with this one until the new address is confirmed.
  </Paragraph>
)

/** Goes to a typed address, which may be a stranger's, so it contains nothing about the account. */
export const signInConfirm = (_: EmailOf<'sign-in-confirm'>, { links }: EmailContext) => (
  <>
    <Action label="Confirm the address" href={links.confirmAddress} />
    <Paragraph>The link works once, within 24 hours.</Paragraph>
  </>
)

/** To the address that signs in from now on. */
export const signInMoved = (_: EmailOf<'sign-in-moved'>, context: EmailContext) => (
  <>
    <Paragraph>The sign-in of your client account has been moved to this address.</Paragraph>
    {portalAccess(context)}
  </>
)

/** To the address that signed in till now. */
export const signInLeft = () => (
  <Paragraph>The sign-in of your client account has been moved to another address.</Paragraph>
)

/** To somebody of the back office, about their own account. */
export const staffAccountChanged = (
  { username, change }: EmailOf<'staff-account-changed'>,
  { companyName, when }: EmailContext,
) => (
  <Paragraph>
    {accountChanges[change]} on {when}. The account is {safeValue(safeName(username))}, at the back
    office of {companyName}.
  </Paragraph>
)

const accountChanges: Record<AccountChange, string> = {
  password: 'The password of your account was changed',
  'second-factor-on': 'Two-step sign-in was turned on for your account',
  'second-factor-off': 'Two-step sign-in was turned off for your account',
  'recovery-codes': 'The recovery codes of your account were replaced',
}
