import { z } from 'zod'
import { Action, Facts, Paragraph, Paragraphs } from '#src/mail/content/layout.tsx'
import { safeName } from '#src/mail/content/safe-text.ts'
import { correspondent, emailKind, sampleClient } from '#src/mail/email.ts'

const linkLimits = (
  <Paragraph>
    The link works once, for 24 hours after this email was sent. If we have sent you more than one,
    only the one in the newest email works.
  </Paragraph>
)

const accountChanges = {
  password: 'The password of your account was changed',
  email: 'Another email address was given for your account',
  'second-factor-on': 'Two-step sign-in was turned on for your account',
  'second-factor-off': 'Two-step sign-in was turned off for your account',
  'recovery-codes': 'The recovery codes of your account were replaced',
  connected: 'Sign-in by a provider was connected to your account',
  disconnected: 'Sign-in by a provider was disconnected from your account',
  'wrong-codes': 'Twenty wrong codes of two-step sign-in were entered for your account, the last',
}

export type AccountChange = keyof typeof accountChanges

const aboutInvitation = z.object({
  to: correspondent,
  invitation: z.int(),
  username: z.string(),
  role: z.string(),
  invitedBy: z.string(),
})

const aboutPasswordLink = z.object({
  to: correspondent,
  account: z.int(),
  username: z.string(),
  /** Is `null` when somebody entered the address at the sign-in. */
  askedBy: z.string().nullable(),
})

const aboutAccountChange = z.object({
  to: correspondent,
  username: z.string(),
  change: z.enum(Object.keys(accountChanges) as AccountChange[]),
})

const aboutDrill = z.object({ reason: z.string(), last: z.string().nullable() })

export const backOfficeEmails = {
  'admin-invitation': emailKind(aboutInvitation, {
    sent: 'To somebody whom an administrator invites under Team.',
    to: 'staff',
    link: 'invitation',
    subject: 'You are invited to the back office of {company}',
    after: 'If you did not expect this, you do not need to do anything.',
    body: ({ username, role, invitedBy }, { companyName, links }) => (
      <>
        <Paragraph>
          {safeName(invitedBy)} has invited you to the back office of {companyName}, where
          applications for a trade account are reviewed.
        </Paragraph>
        <Facts
          rows={[
            ['Username', safeName(username)],
            ['Role', role],
          ]}
        />
        <Action label="Accept the invitation" href={links.admin} />
        {linkLimits}
      </>
    ),
    sample: {
      to: { name: '', address: 'new.colleague@example.com' },
      invitation: 0,
      username: 'new.colleague',
      role: 'Reviewer',
      invitedBy: 'an.administrator',
    },
  }),
  'staff-password-link': emailKind(aboutPasswordLink, {
    sent: 'To somebody of the back office who has forgotten their password, or to whom an administrator sends a link under Team.',
    to: 'staff',
    link: 'staff-password',
    subject: 'Set a new password for the back office of {company}',
    after:
      'If you did not expect this, you do not need to do anything: your password stays as it is.',
    body: ({ username, askedBy }, { companyName, links }) => (
      <>
        <Paragraph>
          {askedBy === null ? 'Somebody' : safeName(askedBy)} has asked for a link to set a new
          password for the account {safeName(username)} at the back office of {companyName}.
        </Paragraph>
        <Action label="Set a new password" href={links.admin} />
        {linkLimits}
      </>
    ),
    sample: {
      to: { name: '', address: 'a.reviewer@example.com' },
      account: 0,
      username: 'a.reviewer',
      askedBy: null,
    },
  }),
  'staff-account-changed': emailKind(aboutAccountChange, {
    sent: 'To somebody of the back office, when their password, email address, two-step sign-in, recovery codes or sign-in by a provider were changed, or after twenty wrong codes.',
    to: 'staff',
    subject: 'About your back-office account at {company}',
    after: 'If this was not you, tell another administrator at once.',
    body: ({ username, change }, { companyName, when }) => (
      <>
        <Paragraph>
          {accountChanges[change]} on {when}. The account is {safeName(username)}, at the back
          office of {companyName}.
        </Paragraph>
        {change === 'wrong-codes' && (
          <Paragraph>
            Whoever entered them knows your password. Only a recovery code signs you in now: use
            one, and change your password.
          </Paragraph>
        )}
      </>
    ),
    sample: {
      to: { name: '', address: 'a.reviewer@example.com' },
      username: 'a.reviewer',
      change: 'recovery-codes',
    },
  }),
  'drill-failed': emailKind(aboutDrill, {
    sent: 'To the accounts team, when the weekly recovery drill fails.',
    to: 'team',
    link: 'backups',
    subject: 'The recovery drill of {company} needs attention',
    before:
      'Every week the off-site backups are tried out, to be sure that they can restore everything. The last test failed. Please tell the person who runs the server. Reason:',
    body: ({ reason, last }, { links }) => (
      <>
        <Paragraphs text={`${reason}.`} />
        <Facts rows={[['Last successful drill', last ?? 'None yet']]} />
        <Action label="Open Backups" href={links.admin} />
      </>
    ),
    sample: {
      reason: 'There is no backup of this installation',
      last: '14 October 2026 at 03:00 BST',
    },
  }),
  test: emailKind(z.object({ to: correspondent }), {
    sent: 'To the address that an administrator types under Email Settings.',
    to: 'staff',
    subject: 'Test email from {company}',
    before: 'This is a test. Your email settings work.',
    body: () => null,
    sample: { to: sampleClient.to },
  }),
}
