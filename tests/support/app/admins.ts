import { openAdminSession } from '#src/domain/staff/admin-sessions.ts'
import { type AdminAccount, createAdmin, findAdminByName } from '#src/domain/staff/admins.ts'
import type { Role } from '#src/forms/admin/roles.ts'
import type { Browser } from './browser.ts'
import type { TestApp } from './test-app.ts'

/** A made-up administrator, and the password that goes with the name. */
export const reviewer = { username: 'reviewer', password: 'brass kettle on 4 hobs' }

type Person = { username: string; password: string; role?: Role }

/**
 * Makes the account if there is none of the name yet, an administrator's unless `role` says otherwise, and then with an
 * administrator beside it. Returns the account.
 */
export async function makeAdmin(app: TestApp, who: Person = reviewer): Promise<AdminAccount> {
  const found = findAdminByName(app.deps, who.username)
  if (found) return found
  if (who.role && who.role !== 'administrator') await makeAdmin(app, head)
  return createAdmin(app.deps, { kind: 'system' }, who)
}

const head = { username: 'head', password: reviewer.password }

/** A browser of its own in which the administrator is signed in, by a session and not by the form. */
export async function adminBrowser(app: TestApp, who: Person = reviewer): Promise<Browser> {
  const account = await makeAdmin(app, who)
  const browser = app.browser()
  browser.cookies.set('admin', openAdminSession(app.deps, account.id, 'full'))
  return browser
}

/** Posts a form of the page of the own account. */
export const onAccount = (browser: Browser, action: string, fields: Record<string, string> = {}) =>
  browser.postForm('/admin/account', { action, ...fields })
