import { eq } from 'drizzle-orm'
import { jobs } from '#db/schema/jobs.ts'
import { createMessage } from '#src/domain/mailing/message.ts'
import type { SettingsRow } from '#src/domain/mailing/settings.ts'
import type { EmailKind } from '#src/mail/messages/kinds.ts'
import type { TestApp } from './app/test-app.ts'

/** The message of the newest email of a kind, as the worker would send it now. */
export function message({ deps }: TestApp, kind: EmailKind) {
  const row = deps.db.orm.select().from(jobs).where(eq(jobs.kind, kind)).all().at(-1)
  const settings = {
    fromName: 'Example Supplies',
    fromEmail: 'sales@example.com',
    accountsNotificationEmail: 'accounts@example.com',
  } as SettingsRow
  return row ? createMessage(deps, row, settings) : null
}
