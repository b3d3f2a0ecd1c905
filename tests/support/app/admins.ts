import { openAdminSession } from '#src/domain/accounts/admin-sessions.ts'
import { createAdmin, findAdminByName } from '#src/domain/accounts/admins.ts'
import type { Browser } from './browser.ts'
import type { TestApp } from './test-app.ts'

/** A made-up administrator, and the password that goes with the name. */
export const reviewer = { username: 'reviewer', password: 'brass kettle on 4 hobs' }

/** Makes the administrator if there is none of the name yet; returns the account. */
export async function makeAdmin({ deps }: TestApp, { username, password } = reviewer) {
  return (
    findAdminByName(deps, username) ??
    (await createAdmin(deps, { kind: 'system' }, { username, password }))
  )
}

/** A browser of its own in which the administrator is signed in, by a session and not by the form. */
export async function adminBrowser(app: TestApp, who = reviewer): Promise<Browser> {
  const account = await makeAdmin(app, who)
  const browser = app.browser()
  browser.cookies.set('admin', openAdminSession(app.deps, account.id, 'full'))
  return browser
}
