import { and, eq, max, sql } from 'drizzle-orm'
import { adminSessions, admins } from '#db/schema/admins.ts'
import { events } from '#db/schema/events.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { eventsByAdmin, recordEvent } from '#src/domain/audit/events.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { type Role, roleLabels } from '#src/forms/admin/roles.ts'
import {
  endAdminSession,
  endAdminSessions,
  openSessions,
  refuseEndedSession,
  storeSecondFactorRequired,
} from './admin-sessions.ts'
import { type AdminAccount, changeRole, disableAdmin, findAdmin, listAdmins } from './admins.ts'

/** Every account of the back office by name: role, second factor, last sign-in (ISO in UTC), open sessions. */
export const listTeam = (deps: Store) => listAdmins(deps).map((account) => memberOf(deps, account))

/** One account as the list has it. Refuses 'unknown'. */
export const teamMember = (deps: Store, id: number) => memberOf(deps, findAdmin(deps, id))

function memberOf(deps: Store, account: AdminAccount) {
  const { id, username, role, totpSecretSealed, disabledAt } = account
  const last = lastSignIn(deps, username)
  return {
    id,
    username,
    role,
    secondFactor: totpSecretSealed !== null,
    closed: disabledAt !== null,
    lastSignIn: last === null ? null : new Date(last).toISOString(),
    sessions: openSessions(deps, id).length,
  }
}

/** When somebody last signed in. The two conditions are literals, so that SQLite uses the index of sign-ins. */
export const lastSignIn = ({ db }: Store, username: string): number | null =>
  db.orm
    .select({ at: max(events.at) })
    .from(events)
    .where(and(sql`actor_kind = 'admin' and action = 'signed in'`, eq(events.actor, username)))
    .get()?.at ?? null

/**
 * Gives an account another role; `seen` is the one that the page showed. Refuses 'unknown', and 'conflict' for the last
 * administrator (rule 99) and when somebody else has changed the role meanwhile.
 */
export const changeRoleOf = (
  deps: Store,
  actor: Admin,
  { account, role, seen }: { account: number; role: Role; seen: Role },
) =>
  inTeam(deps, actor, (deps) => {
    const { username, role: present } = findAdmin(deps, account)
    // a second click finds what the first has done
    if (present !== seen && present !== role)
      throw new Refusal('conflict', changedRole(username, roleLabels[present]))
    changeRole(deps, actor, username, role)
  })

const changedRole = (username: string, role: string) =>
  `The role of ${username} has been changed to ${role} since this page was opened. Nothing was changed now. Check your choice and change the role again.`

/** Closes an account and ends its sessions. Refuses 'unknown', and 'conflict' for the last administrator (rule 99). */
export const closeAccount = (deps: Store, actor: Admin, id: number) =>
  inTeam(deps, actor, (deps) => disableAdmin(deps, actor, findAdmin(deps, id).username))

/** Opens a closed account again, with the password and the second factor that it had. Refuses 'unknown'. */
export const reopenAccount = (deps: Store, actor: Admin, id: number) =>
  inTeam(deps, actor, (deps) => {
    const { username, disabledAt } = findAdmin(deps, id)
    if (disabledAt === null) return
    deps.db.orm.update(admins).set({ disabledAt: null }).where(eq(admins.id, id)).run()
    recordEvent(deps, actor, {
      action: `account ${username} opened again`,
      changes: [{ field: 'account', before: 'closed', after: 'open' }],
    })
  })

/** Signs somebody out everywhere. Refuses 'unknown'. */
export const endSessionsOf = (deps: Store, actor: Admin, id: number) =>
  inTeam(deps, actor, (deps) => {
    const { username } = findAdmin(deps, id)
    const ended = endAdminSessions(deps, id)
    if (ended === 0) return
    recordEvent(deps, actor, {
      action: `sessions of ${username} ended`,
      changes: [{ field: 'open sessions', before: String(ended), after: '0' }],
    })
  })

/**
 * Requires a second factor of everybody, or no longer does (rule 229). Refuses 'conflict', at `secondFactor`, when the
 * actor has none.
 */
export const requireSecondFactor = (deps: Store, actor: Admin, required: boolean) =>
  inTeam(deps, actor, (deps) => {
    if (required && findAdmin(deps, actor.id).totpSecretSealed === null)
      throw refusalAt('secondFactor', 'conflict', ownFirst)
    storeSecondFactorRequired(deps, actor, required)
  })

const ownFirst = 'Turn on two-step sign-in for your own account first'

/** A change by somebody who is still signed in and still may make it. */
const inTeam = (deps: Store, actor: Admin, change: (deps: Writing<Store>) => void) =>
  transact(deps, (deps) => {
    refuseEndedSession(deps, actor, 'team')
    change(deps)
  })

/** How many entries a page has. */
const mostShown = 50

/**
 * What an account of the back office did, newest first, reads and sign-ins included: those before an event, or the
 * newest with `null`. `earlier` is where the next page begins. Instants are ISO in UTC.
 */
export function activityOf(deps: Store, username: string, before: number | null) {
  const rows = eventsByAdmin(deps, username, before ?? Number.MAX_SAFE_INTEGER, mostShown + 1)
  const shown = rows.slice(0, mostShown)
  return {
    entries: shown.map(({ id, at, action, application, address, changes }) => ({
      id,
      at: new Date(at).toISOString(),
      action,
      application,
      address,
      changes: changes ?? [],
    })),
    earlier: rows.length > mostShown ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** The open sessions of an account, the newest first, as a page shows them; instants are ISO in UTC. */
export const sessionsOf = (deps: Store, actor: Admin, account: number) =>
  openSessions(deps, account).map((session) => ({
    id: session.publicId,
    since: new Date(session.createdAt).toISOString(),
    lastSeen: new Date(session.lastSeenAt).toISOString(),
    address: session.address,
    browser: browserWords(session.browser),
    isOwn: session.tokenHash === actor.sessionHash,
  }))

/** Ends a session of the actor's own account; one that has ended already is fine. */
export const endOwnSession = (deps: Store, actor: Admin, session: string) =>
  transact(deps, (deps) => {
    refuseEndedSession(deps, actor)
    endSession(deps, actor, actor.id, session)
  })

/** Ends a session of any account; one that has ended already is fine. Refuses 'unknown', and 'not-allowed' (rule 98). */
export const endSessionOf = (deps: Store, actor: Admin, account: number, session: string) =>
  transact(deps, (deps) => {
    refuseEndedSession(deps, actor, 'team')
    endSession(deps, actor, account, session)
  })

function endSession(deps: Writing<Store>, actor: Admin, account: number, session: string) {
  const { username } = findAdmin(deps, account)
  const found = deps.db.orm
    .select()
    .from(adminSessions)
    .where(and(eq(adminSessions.publicId, session), eq(adminSessions.admin, account)))
    .get()
  if (!found) return
  endAdminSession(deps, found.tokenHash)
  // without the address: the values of such an event are kept for good
  const before = browserWords(found.browser) ?? 'another program'
  recordEvent(deps, actor, {
    action: `a session of ${username} ended`,
    changes: [{ field: 'session', before, after: null }],
  })
}

/** The browser and the system that a browser's own words name, such as "Firefox on Windows"; `null` for other programs. */
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
