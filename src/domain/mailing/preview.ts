import type { Deps } from '#src/deps.ts'
import type { Wording } from '#src/mail/content/words.ts'
import type { EmailDocument } from '#src/mail/email.ts'
import type { EmailAttachment } from '#src/mail/mailer.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { type EmailKind, emailKinds, sampleOf } from '#src/mail/messages/kinds.ts'
import { type EmailLogo, noLogo } from './email-logo.ts'
import { emailContext } from './message.ts'

/** An email with these words around invented facts. Its links lead to pages of this site and open nothing. */
export function previewEmail(
  deps: Deps,
  kind: EmailKind,
  wording: Wording,
  { logo, pictures }: EmailLogo = noLogo,
) {
  const context = emailContext(deps, deps.now())
  const links = { ...context.links, setPassword: `${deps.env.APP_URL}/client/set-password` }
  const document = sampleDocument(emailKinds[kind].document)
  const email = composeEmail(sampleOf(kind), { ...context, links, document, logo }, wording)
  return { ...email, html: withPictures(email.html, pictures) }
}

const sampleDocument = (kind?: EmailDocument['kind']): EmailDocument | null =>
  kind ? { kind, isSealed: true, attachedAs: `application-7K3M-Q9TX-2VHD-${kind}.pdf` } : null

/** A page has no attachments: a picture that goes with the email stands in it as data. */
const withPictures = (html: string, pictures: EmailAttachment[]) =>
  pictures.reduce(
    (text, { cid, mimeType, bytes }) =>
      text.replace(
        `src="cid:${cid}"`,
        `src="data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}"`,
      ),
    html,
  )
