import { eq } from 'drizzle-orm'
import { emailSettings } from '#db/schema/mail.ts'
import type { Deps } from '#src/deps.ts'

export type SettingsRow = typeof emailSettings.$inferSelect

/** Whether emails wait until an administrator connects Microsoft 365 again. */
export const needsReconnect = (settings: SettingsRow) =>
  settings.emailProvider === 'oauth365' && settings.oauth365ReconnectNeeded

/** The one row of settings, secrets sealed; `null` until they are saved. */
export const settingsRow = ({ db }: Pick<Deps, 'db'>): SettingsRow | null =>
  db.orm.select().from(emailSettings).where(eq(emailSettings.id, 1)).get() ?? null
