import { and, eq, max, sql } from 'drizzle-orm'
import { adminSessions } from '#db/schema/admins.ts'
import { events } from '#db/schema/events.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { actionIn } from '#src/domain/audit/actions.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { instant } from '#src/domain/calendar.ts'
import { refusalAt } from '#src/domain/refusal.ts'
import type { Role } from '#src/forms/admin/roles.ts'
import {
  endAdminSession,
  endAdminSessions,
  endProviderSessions,
  openSessions,
  refuseEndedSession,
  storeSecondFactorRequired,
} from './admin-sessions.ts'
import {
  type AdminAccount,
  changeRole,
  disableAdmin,
  findAdmin,
  keepPassword,
  listAdmins,
  updateAdmin,
} from './admins.ts'
import { dropIdentity, identityOf } from './identities.ts'
import { providerName, usablePassword } from './identity-provider.ts'

export const listTeam = (deps: Store) => listAdmins(deps).map((account) => memberOf(deps, account))

export const teamMember = (deps: Store, id: number) => memberOf(deps, findAdmin(deps, id))

function memberOf(deps: Store, account: AdminAccount) {
  const { id, username, email, role, totpSecretSealed, disabledAt, keepsPassword } = account
  const last = lastSignIn(deps, username)
  return {
    id,
    username,
    email,
    role,
    secondFactor: totpSecretSealed !== null,
    provider: providerName(deps),
    connectedAs: identityOf(deps, id)?.shownAs ?? null,
    hasPassword: usablePassword(deps, account) !== null,
    keepsPassword,
    closed: disabledAt !== null,
    lastSignIn: instant(last),
    sessions: openSessions(deps, id).length,
  }
}

export function isLastAdministrator(deps: Store, id: number): boolean {
  const open = listAdmins(deps).filter(
    ({ role, disabledAt }) => role === 'administrator' && disabledAt === null,
  )
  return open.length === 1 && open[0]?.id === id
}

/** The two conditions are literals, so that SQLite uses the index of sign-ins. */
export const lastSignIn = ({ db }: Store, username: string): number | null =>
  db.orm
    .select({ at: max(events.at) })
    .from(events)
    .where(
      and(sql.raw(`actor_kind = 'admin' and ${actionIn('signed in')}`), eq(events.actor, username)),
    )
    .get()?.at ?? null

export const changeRoleOf = (
  deps: Store,
  actor: Admin,
  { account, role }: { account: number; role: Role },
) => inTeam(deps, actor, (deps) => changeRole(deps, actor, findAdmin(deps, account).username, role))

export const closeAccount = (deps: Store, actor: Admin, id: number) =>
  inTeam(deps, actor, (deps) => disableAdmin(deps, actor, findAdmin(deps, id).username))

export const reopenAccount = (deps: Store, actor: Admin, id: number) =>
  inTeam(deps, actor, (deps) => {
    const { username, disabledAt } = findAdmin(deps, id)
    if (disabledAt === null) return
    updateAdmin(deps, id, { disabledAt: null })
    recordEvent(deps, actor, {
      action: 'staff account reopened',
      subject: username,
      changes: [{ field: 'account', before: 'closed', after: 'open' }],
    })
  })

/** Ends its sessions that began there. A password, if there is one, stays. */
export const disconnectAccount = (deps: Deps, actor: Admin, id: number) =>
  inTeam(deps, actor, (deps) => {
    if (dropIdentity(deps, actor, id)) endProviderSessions(deps, actor, id)
  })

export const keepPasswordOf = (deps: Store, actor: Admin, id: number, keeps: boolean) =>
  inTeam(deps, actor, (deps) => keepPassword(deps, actor, id, keeps))

export const endSessionsOf = (deps: Store, actor: Admin, id: number) =>
  inTeam(deps, actor, (deps) => {
    const { username } = findAdmin(deps, id)
    const ended = endAdminSessions(deps, id)
    if (ended === 0) return
    recordEvent(deps, actor, {
      action: 'staff sessions ended',
      subject: username,
      changes: [{ field: 'open sessions', before: String(ended), after: '0' }],
    })
  })

export const requireSecondFactor = (deps: Store, actor: Admin, required: boolean) =>
  inTeam(deps, actor, (deps) => {
    if (required && findAdmin(deps, actor.id).totpSecretSealed === null)
      throw refusalAt('secondFactor', 'conflict', ownFirst)
    storeSecondFactorRequired(deps, actor, required)
  })

const ownFirst = 'Turn on two-step sign-in for your own account first'

export const inTeam = <D extends Store>(
  deps: D,
  actor: Admin,
  change: (deps: Writing<D>) => void,
) =>
  transact(deps, (deps) => {
    refuseEndedSession(deps, actor, 'team')
    change(deps)
  })

/** Instants are ISO in UTC. */
export const sessionsOf = (deps: Store, actor: Admin, account: number) =>
  openSessions(deps, account).map((session) => ({
    id: session.publicId,
    since: instant(session.createdAt),
    lastSeen: instant(session.lastSeenAt),
    address: session.address,
    browser: browserWords(session.browser),
    isOwn: session.tokenHash === actor.sessionHash,
  }))

export const endOwnSession = (deps: Store, actor: Admin, session: string) =>
  transact(deps, (deps) => {
    refuseEndedSession(deps, actor)
    endSession(deps, actor, actor.id, session)
  })

export const endSessionOf = (deps: Store, actor: Admin, account: number, session: string) =>
  transact(deps, (deps) => {
    refuseEndedSession(deps, actor, 'team')
    endSession(deps, actor, account, session)
  })

function endSession(deps: Writing<Store>, actor: Admin, account: number, session: string) {
  const { username } = findAdmin(deps, account)
  const row = deps.db.orm
    .select()
    .from(adminSessions)
    .where(and(eq(adminSessions.publicId, session), eq(adminSessions.admin, account)))
    .get()
  if (!row) return
  endAdminSession(deps, row.tokenHash)
  // without the address: the values of such an event are kept for good
  const before = browserWords(row.browser) ?? 'another program'
  recordEvent(deps, actor, {
    action: 'staff session ended',
    subject: username,
    changes: [{ field: 'session', before, after: null }],
  })
}

/** Such as "Firefox on Windows"; `null` for other programs. */
export function browserWords(userAgent: string | null): string | null {
  const browser = nameIn(browsers, userAgent ?? '')
  const system = nameIn(systems, userAgent ?? '')
  return browser && system ? `${browser} on ${system}` : (browser ?? system)
}

const nameIn = (names: [name: string, mark: RegExp][], userAgent: string): string | null =>
  names.find(([, mark]) => mark.test(userAgent))?.[0] ?? null

// in this order, because most browsers also name the ones they are like
const browsers: [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
]
const systems: [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]
