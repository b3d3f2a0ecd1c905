import type { EmailContext, EmailDocument } from '#src/mail/email.ts'
import { Action, Paragraph } from './layout.tsx'

/** The customer's way into the portal: a set-password link while there is no password, else the portal. */
export function portalAccess({ links }: EmailContext) {
  if (links.setPassword === null)
    return (
      <>
        <Paragraph>You can follow and edit your application in the client portal.</Paragraph>
        {portalButton(links)}
        <Paragraph>
          No password yet, or forgotten? Enter the address you sign in with to get a link:{' '}
          {links.forgotPassword}
        </Paragraph>
      </>
    )
  return (
    <>
      <Paragraph>
        You can follow and edit your application in the client portal. Choose a password to sign in.
      </Paragraph>
      {portalButton(links)}
      {passwordLinkLimits(links)}
    </>
  )
}

/** How long a set-password link works (rule 213), and the way to another one. */
export const passwordLinkLimits = ({ forgotPassword }: EmailContext['links']) => (
  <Paragraph>
    The link to set a password works once, for 24 hours. If we have sent you more than one, only the
    one in the newest email works. You can get a new one at {forgotPassword}
  </Paragraph>
)

/** The button alone. */
export const portalButton = ({ setPassword, portal }: EmailContext['links']) =>
  setPassword === null ? (
    <Action label="Open the client portal" href={portal} />
  ) : (
    <Action label="Set your password" href={setPassword} />
  )

/** What is attached and how to check it, or where the document is to be had; nothing for an email without one. */
export function documentNote({ document, links }: EmailContext, reader: 'customer' | 'team') {
  if (!document) return null
  if (document.attachedAs)
    return (
      <Paragraph>
        Attached is {attached(document.kind, reader)}: {document.attachedAs}. The file is sealed. At{' '}
        {links.verify} anybody can check that nothing in it has been changed.
      </Paragraph>
    )
  return (
    <Paragraph>
      {reader === 'team'
        ? onRecord(document)
        : `${inPortal(document)} ${document.isSealed ? links.portal : ''}`.trim()}
    </Paragraph>
  )
}

function attached(kind: EmailDocument['kind'], reader: 'customer' | 'team') {
  if (kind === 'countersigned') return 'our decision together with the signed application'
  return reader === 'team'
    ? 'the application as it was signed'
    : 'your application as you signed it'
}

const inPortal = ({ kind, isSealed }: EmailDocument) =>
  isSealed
    ? `The ${kind} document is not attached to this email. You can download it in the client portal:`
    : `The ${kind} document is not ready yet, so it is not attached. It will be in the client portal.`

const onRecord = ({ kind, isSealed }: EmailDocument) =>
  isSealed
    ? `The ${kind} document is not attached to this email. It is on the application’s page.`
    : `The ${kind} document is not ready yet, so it is not attached. It will be on the application’s page.`
