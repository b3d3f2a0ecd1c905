import { businessNameForEmail } from '#src/mail/content/business-name.ts'
import { Action, Facts, Paragraph } from '#src/mail/content/layout.tsx'
import { safeName, safeValue } from '#src/mail/content/safe-text.ts'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'

/** To the accounts team: a customer has changed an application, with old and new values. */
export function clientEdit(
  { application, businessName, section, changes }: EmailOf<'client-edit'>,
  { links, labelOf, wordsOf }: EmailContext,
): EmailContent {
  const name = businessNameForEmail(businessName)
  const subject = `Application changed by the client: ${name || application}`
  return {
    subject,
    body: (
      <>
        <Paragraph>
          {name || 'A client'} changed the {safeName(section)} section of application {application}.
        </Paragraph>
        <Facts
          head={['Field', 'Before', 'After']}
          rows={changes.map(({ field, before, after }) => [
            labelOf(field),
            shown(before && wordsOf(field, before)),
            shown(after && wordsOf(field, after)),
          ])}
        />
        <Action label="Open the application" href={links.admin} />
      </>
    ),
  }
}

const shown = (value: string | null) => (value ? safeValue(value) : '(blank)')
