import { eq } from 'drizzle-orm'
import { outbox } from '#db/schema/mail.ts'
import { messageOf } from '#src/domain/mailing/compose.ts'
import type { SettingsRow } from '#src/domain/mailing/settings-row.ts'
import type { TestApp } from './app/test-app.ts'

/** The message of the newest email of a kind, as the worker would send it now. */
export function message({ deps }: TestApp, kind: string) {
  const row = deps.db.orm.select().from(outbox).where(eq(outbox.kind, kind)).all().at(-1)
  const settings = {
    fromName: 'Example Supplies',
    fromEmail: 'sales@example.com',
    accountsNotificationEmail: 'accounts@example.com',
  } as SettingsRow
  return row ? messageOf(deps, row, settings) : null
}
