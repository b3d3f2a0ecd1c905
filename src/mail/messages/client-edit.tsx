import { businessNameForEmail } from '../business-name.ts'
import type { Around, Draft } from '../compose.ts'
import type { Email as AnyEmail } from '../email.ts'
import { Action, Email, Facts, Paragraph } from '../layout.tsx'
import { safeName, safeValue } from '../names.ts'

type Told = Extract<AnyEmail, { kind: 'client-edit' }>

/** To the accounts team: a customer has changed an application, with old and new values. */
export function clientEdit(
  { application, businessName, section, changes }: Told,
  { companyName, links, labelOf, wordsOf }: Around,
): Draft {
  const name = businessNameForEmail(businessName)
  const subject = `Application changed by the client: ${name || application}`
  return {
    subject,
    body: (
      <Email companyName={companyName} heading={subject}>
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
      </Email>
    ),
  }
}

const shown = (value: string | null) => (value ? safeValue(value) : '(blank)')
