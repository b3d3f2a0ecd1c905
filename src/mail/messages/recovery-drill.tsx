import { Action, Facts, Paragraphs } from '#src/mail/content/layout.tsx'
import type { EmailContext, EmailOf } from '../email.ts'

/** To the accounts team: why the recovery drill failed, and when one last held. */
export const drillFailed = ({ reason, last }: EmailOf<'drill-failed'>, { links }: EmailContext) => (
  <>
    <Paragraphs text={`${reason}.`} />
    <Facts rows={[['Last drill that held', last ?? 'None yet']]} />
    <Action label="Open Backups" href={links.admin} />
  </>
)
