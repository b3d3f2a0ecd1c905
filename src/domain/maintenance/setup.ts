import { and, isNull, ne } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { termsVersions } from '#db/schema/company.ts'
import { readFact, storeFact } from '#db/schema/installation.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { offSite } from '#src/domain/backup/state.ts'
import { hasName, logoVersion } from '#src/domain/company/company.ts'
import { settingsRow, wasTestEmailSent } from '#src/domain/mailing/settings.ts'

export type SetupStep = { title: string; href: string; isDone: boolean }

/** Returns the steps of the setup, or `null` once everything is done or the list was hidden. */
export function setupSteps(deps: Store, admin: Admin): SetupStep[] | null {
  if (readFact<boolean>(deps.db, putAway)) return null
  const { env } = deps
  const { orm } = deps.db
  const others = and(ne(admins.id, admin.id), isNull(admins.disabledAt))
  const ownTerms = orm.select().from(termsVersions).get()
  const colleague = orm.select().from(admins).where(others).get()
  const steps = [
    ['Enter your company details', '/admin/company', hasName(deps)],
    ['Upload your logo', '/admin/company#logo', Boolean(logoVersion(deps) || env.COMPANY_LOGO)],
    ['Set up email', '/admin/email-settings', settingsRow(deps) !== null],
    ['Send a test email', '/admin/email-settings#test', wasTestEmailSent(deps)],
    ['Publish your own terms', '/admin/company/terms', Boolean(ownTerms)],
    ['Invite a colleague', '/admin/team', Boolean(colleague)],
    ['Back up to a second place', '/admin/backups', Boolean(offSite(deps)?.sent)],
  ] as const
  if (steps.every(([, , isDone]) => isDone)) return null
  return steps.map(([title, href, isDone]) => ({ title, href, isDone }))
}

const putAway = 'setup-put-away'

export function putSetupAway(deps: Deps, admin: Admin) {
  transact(deps, (tx) => {
    if (readFact<boolean>(tx.db, putAway)) return
    storeFact(tx.db, putAway, true)
    recordEvent(tx, admin, { action: 'setup list put away' })
  })
}
