import { Action, Facts } from '#src/mail/content/layout.tsx'
import { nobodyYet, safeName, safeValue } from '#src/mail/content/safe-text.ts'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the accounts team: a customer has changed an application, with old and new values. */
export const clientEdit = (
  { changes, owner }: EmailOf<'client-edit'>,
  { links, labelOf, wordsOf }: EmailContext,
  { before, after }: Words,
) => (
  <>
    {before}
    <Facts
      head={['Field', 'Before', 'After']}
      rows={changes.map((change) => [
        labelOf(change.field),
        shown(change.before && wordsOf(change.field, change.before)),
        shown(change.after && wordsOf(change.field, change.after)),
      ])}
    />
    <Facts rows={[['Owner', owner ? safeName(owner) : nobodyYet]]} />
    <Action label="Open the application" href={links.admin} />
    {after}
  </>
)

const shown = (value: string | null) => (value ? safeValue(value) : '(blank)')
