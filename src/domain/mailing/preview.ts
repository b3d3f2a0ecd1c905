import type { Deps } from '#src/deps.ts'
import type { EmailAttachment } from '#src/mail/mailer.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { sampleDocument, sampleEmails } from '#src/mail/wordings/samples.ts'
import type { Wording, WordingKind } from '#src/mail/wordings/wordings.ts'
import { emailContext } from './compose.ts'
import { type EmailLogo, noLogo } from './email-logo.ts'

/** An email with these words around invented facts. Its links lead to pages of this site and open nothing. */
export function previewEmail(
  deps: Deps,
  kind: WordingKind,
  wording: Wording,
  { logo, pictures }: EmailLogo = noLogo,
) {
  const context = emailContext(deps, deps.now())
  const links = { ...context.links, setPassword: `${deps.env.APP_URL}/client/set-password` }
  const document = sampleDocument(kind)
  const email = composeEmail(sampleEmails[kind], { ...context, links, document, logo }, wording)
  return { ...email, html: withPictures(email.html, pictures) }
}

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
