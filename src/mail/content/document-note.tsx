import type { EmailContext, EmailDocument } from '#src/mail/email.ts'
import { Paragraph } from './layout.tsx'

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
