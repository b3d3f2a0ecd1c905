import { eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { jobs } from '#db/schema/jobs.ts'
import type { Admin } from '#src/domain/actor.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { isEmail } from '#src/domain/jobs/jobs.ts'
import { deliverNext } from '#src/domain/mailing/delivery.ts'
import { openSender, type Sender } from '#src/domain/mailing/mailers.ts'
import { saveSettings } from '#src/domain/mailing/settings.ts'
import { emailSettingsSchema } from '#src/forms/email-settings/email-settings.ts'
import type { TestApp } from '../app/test-app.ts'
import type { SmtpStandIn } from './smtp-server.ts'

export const officer: Admin = {
  kind: 'admin',
  id: 1,
  username: 'reviewer',
  role: 'administrator',
  sessionHash: 'hash',
}

/** Settings as the screen sends them: SMTP at a port of this machine. */
export const smtpSettings = (port: number, changes: Record<string, unknown> = {}) => ({
  emailProvider: 'smtp',
  smtpHost: '127.0.0.1',
  smtpPort: port,
  smtpSecure: false,
  smtpRequireTls: false,
  smtpUser: 'mailer',
  smtpPassword: 'canary-smtp-password',
  fromEmail: 'accounts@example.com',
  fromName: 'Example Supplies',
  accountsNotificationEmail: 'team@example.com',
  ...changes,
})

/** Saves settings as an administrator would. */
export const saveMailSettings = ({ deps }: TestApp, settings: Record<string, unknown>) =>
  saveSettings(deps, officer, emailSettingsSchema.parse(settings))

/** Puts plain emails to the accounts team into the jobs, numbered from 1; of one application unless told. */
export function putEmails({ deps }: TestApp, count: number, application = 'AAAA-AAAA-AAAA') {
  for (let n = 1; n <= count; n += 1) {
    const businessName = `Number ${n}`
    enqueue(
      deps,
      { kind: 'new-application', application, businessName, accountType: 'credit' },
      `test|${application}|${n}`,
    )
  }
}

export const emails = ({ deps }: TestApp) =>
  deps.db.orm.select().from(jobs).where(isEmail).orderBy(jobs.id).all()

export function email({ deps }: TestApp, id: number) {
  const row = deps.db.orm.select().from(jobs).where(eq(jobs.id, id)).get()
  if (!row) throw new Error(`There is no email ${id}`)
  return row
}

/** What the emails that arrived are about, in their order. */
export const subjects = (server: SmtpStandIn) => server.arrived.map(({ mail }) => mail.subject)

const senders = new WeakMap<TestApp, Sender>()

/** One turn of the worker, without its clock and its wakers. */
export async function turn(app: TestApp) {
  const known = senders.get(app)
  const fresh = await openSender(app.deps)
  const same = known && known.settings.version === fresh?.settings.version
  const sender = same ? known : fresh
  if (!sender) throw new Error('There are no settings')
  if (same) fresh?.mailer.close()
  else onTestFinished(() => sender.mailer.close())
  senders.set(app, sender)
  return deliverNext(app.deps, sender, 0.5)
}
