import type { Deps } from '#src/deps.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { sampleDocument, sampleEmails } from '#src/mail/wordings/samples.ts'
import type { Wording, WordingKind } from '#src/mail/wordings/wordings.ts'
import { emailContext } from './compose.ts'

/** An email with these words around invented facts. Its links lead to pages of this site and open nothing. */
export function previewEmail(deps: Deps, kind: WordingKind, wording: Wording) {
  const context = emailContext(deps, deps.now())
  const links = { ...context.links, setPassword: `${deps.env.APP_URL}/client/set-password` }
  const document = sampleDocument(kind)
  return composeEmail(sampleEmails[kind], { ...context, links, document }, wording)
}
